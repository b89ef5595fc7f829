// The memory that a block sees: the inputs, shared memory, and its own earlier stores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "instrumentation/trace/file/path.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::file {

// Memory is bytes: an index counts elements of its array, and a step moves the number of bytes it names. Stores are
// followed only in arrays of limited size that a path loads from. In other arrays, values are predicted as if nothing
// had been stored.
class BlockMemory {
 public:
  BlockMemory(const Launch& launch, const std::vector<ArrayInfo>& arrays, const std::vector<ArrayUse>& uses);

  // From this call on, also applies the stores of all blocks, in block order, to each array in `left` that has a size.
  void follow_left(std::vector<std::vector<std::byte>>& left);

  [[nodiscard]] bool has(const Step& step, std::uint32_t index) const {
    const Image& image = images_[step.array];
    return std::uint64_t{index} * image.element_bytes < image.extent;
  }
  // The bits of several elements.
  template <class Word>
  void load(const Step& step, std::uint32_t count, const std::uint32_t* indices, Word* bits) const {
    const Image& image = images_[step.array];
    if (image.cells == nullptr || step.bytes != sizeof(std::uint32_t) || image.element_bytes != step.bytes) {
      for (std::uint32_t n = 0; n < count; ++n) bits[n] = static_cast<Word>(load_any(image, step, indices[n]));
      return;
    }
    for (std::uint32_t n = 0; n < count; ++n) {
      std::uint32_t word;
      std::memcpy(&word, image.cells + std::size_t{indices[n]} * sizeof word, sizeof word);
      bits[n] = word;
    }
  }
  // The value of a load beyond an array, by the launch's rule.
  [[nodiscard]] std::uint64_t stray(const Step& step, std::uint32_t index) const;
  void store(const Step& step, std::uint32_t index, std::uint64_t bits) {
    Image& image = images_[step.array];
    const std::size_t at = std::size_t{index} * image.element_bytes;
    if (at + step.bytes > image.extent) return;  // an access may be larger than an element
    if (image.result != nullptr) std::memcpy(image.result + at, &bits, step.bytes);
    if (image.own.empty()) return;
    std::memcpy(image.own.data() + at, &bits, step.bytes);
    if (image.stored.size() < image.own.size() / kept_cell) image.stored.push_back(static_cast<std::uint32_t>(at));
  }
  // Restores the launch's initial contents for the next block.
  void forget_stores();

 private:
  static constexpr std::size_t kept_cell = 8;  // bytes that are restored at once

  struct Image {
    std::uint64_t extent = 0;  // in bytes
    std::uint32_t element_bytes = 4;
    Space space = Space::local;
    bool is_unsigned = true;            // its integers shorter than 32 bits
    const std::byte* cells = nullptr;   // the launch's, or `own`; null: all are alike
    const std::byte* given = nullptr;   // by the launch; null: all are alike
    std::vector<std::byte> own;         // a copy, where stores are followed
    std::vector<std::uint32_t> stored;  // offsets of cells to restore; if there are as many as cells: all
    std::byte* result = nullptr;
  };
  [[nodiscard]] static std::uint64_t load_any(const Image& image, const Step& step, std::uint32_t index);

  OutOfBounds out_of_bounds_;
  std::vector<Image> images_;
};

}  // namespace tilescope::file
