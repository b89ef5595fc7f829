// The memory of a block: the inputs, shared memory, and what it stored itself before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "instrumentation/trace/file/path.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::file {

// Memory is bytes: an index counts elements of its array, and a step moves as many bytes as it says. Stores are
// followed where a path loads from the same array, and only in arrays of limited size. What is not followed is
// predicted as if nothing had been stored.
class BlockMemory {
 public:
  BlockMemory(const Launch& launch, const std::vector<ArrayInfo>& arrays, const std::vector<ArrayUse>& uses);

  // Arrays as all blocks' stores leave them, in the order of blocks, once this is called: those that have a size.
  void follow_left(std::vector<std::vector<std::byte>>& left);

  [[nodiscard]] bool has(const Step& step, std::uint32_t index) const {
    const Image& image = images_[step.array];
    return std::uint64_t{index} * image.element_bytes < image.extent;
  }
  // For some elements, their bits.
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
  // What the launch's rule gives for a load beyond an array.
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
  // For the next block, everything is as the launch gives it.
  void forget_stores();

 private:
  static constexpr std::size_t kept_cell = 8;  // bytes that are given back at once

  struct Image {
    std::uint64_t extent = 0;  // in bytes
    std::uint32_t element_bytes = 4;
    Space space = Space::local;
    bool is_unsigned = true;            // its short integers
    const std::byte* cells = nullptr;   // the launch's, or `own`; none: all are alike
    const std::byte* given = nullptr;   // by the launch; none: all are alike
    std::vector<std::byte> own;         // where stores are followed
    std::vector<std::uint32_t> stored;  // where there are cells to give back; as many as there are: all
    std::byte* result = nullptr;
  };
  [[nodiscard]] static std::uint64_t load_any(const Image& image, const Step& step, std::uint32_t index);

  OutOfBounds out_of_bounds_;
  std::vector<Image> images_;
};

}  // namespace tilescope::file
