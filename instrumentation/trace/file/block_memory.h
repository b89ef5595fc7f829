// What a block finds in memory: the inputs, shared memory, and what it stored itself before.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "instrumentation/trace/file/path.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::file {

// Stores are followed where a path loads from the same array, and only in arrays of limited size. What is not followed
// is predicted as if nothing had been stored.
class BlockMemory {
 public:
  BlockMemory(const Launch& launch, const std::vector<ArrayInfo>& arrays, const std::vector<ArrayUse>& uses);

  // C as all blocks' stores leave it, in the order of blocks, once this is called.
  void follow_result(std::vector<float>& c);

  [[nodiscard]] std::uint32_t extent(std::uint8_t array) const { return images_[array].extent; }
  [[nodiscard]] float load(std::uint8_t array, std::uint32_t index) const {
    const Image& image = images_[array];
    return image.cells != nullptr ? image.cells[index] : image.otherwise;
  }
  // Of some elements, their bits.
  void load(std::uint8_t array, std::uint32_t count, const std::uint32_t* indices, std::uint32_t* bits) const {
    const float* const cells = images_[array].cells;
    const float otherwise = images_[array].otherwise;
    for (std::uint32_t n = 0; n < count; ++n)
      bits[n] = std::bit_cast<std::uint32_t>(cells != nullptr ? cells[indices[n]] : otherwise);
  }
  // What the launch's rule gives for a load beyond an array.
  [[nodiscard]] float stray(std::uint8_t array, std::uint32_t index) const;
  void store(std::uint8_t array, std::uint32_t index, float value) {
    Image& image = images_[array];
    if (image.result != nullptr) image.result[index] = value;
    if (image.own.empty()) return;
    image.own[index] = value;
    if (image.stored.size() < image.own.size()) image.stored.push_back(index);
  }
  // For the next block, everything is as the launch gives it.
  void forget_stores();

 private:
  struct Image {
    std::uint32_t extent = 0;
    Space space = Space::local;
    float otherwise = 0;                // what cells hold that are not followed
    const float* cells = nullptr;       // the launch's, or `own`
    const float* given = nullptr;       // by the launch; none: all are `otherwise`
    std::vector<float> own;             // where stores are followed
    std::vector<std::uint32_t> stored;  // cells to give back; as many as there are: all
    float* result = nullptr;
  };

  OutOfBounds out_of_bounds_;
  std::vector<Image> images_;
  std::size_t c_ = no_c;
  static constexpr std::size_t no_c = ~std::size_t{0};
};

}  // namespace tilescope::file
