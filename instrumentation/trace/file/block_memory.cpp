#include "instrumentation/trace/file/block_memory.h"

#include <algorithm>
#include <bit>

namespace tilescope::file {

BlockMemory::BlockMemory(const Launch& launch, const std::vector<ArrayInfo>& arrays, const std::vector<ArrayUse>& uses)
    : out_of_bounds_(launch.out_of_bounds), images_(arrays.size()) {
  std::int64_t shared = 0;
  for (std::size_t n = 0; n < arrays.size(); ++n) {
    const ArrayInfo& array = arrays[n];
    Image& image = images_[n];
    image.space = array.space;
    image.extent = static_cast<std::uint32_t>(array.elements());
    if (array.space == Space::local) continue;
    bool followed = uses[n].loaded && uses[n].stored;
    if (array.space == Space::shared) {
      image.otherwise = std::bit_cast<float>(poison_bits);
      shared += array.elements();
      followed = followed && shared <= most_followed_shared;
    } else {
      followed = followed && array.elements() <= most_followed_global;
      if (array.name == "A" && launch.a.size() == image.extent) image.given = launch.a.data();
      if (array.name == "B" && launch.b.size() == image.extent) image.given = launch.b.data();
      if (array.name == "C" && c_ == no_c) c_ = n;
    }
    image.cells = image.given;
    if (!followed) continue;
    image.own.assign(image.extent, image.otherwise);
    if (image.given != nullptr) std::copy_n(image.given, image.extent, image.own.begin());
    image.cells = image.own.data();
  }
}

void BlockMemory::follow_result(std::vector<float>& c) {
  if (c_ != no_c && images_[c_].extent == c.size()) images_[c_].result = c.data();
}

float BlockMemory::stray(std::uint8_t array, std::uint32_t index) const {
  const Image& image = images_[array];
  if (out_of_bounds_ == OutOfBounds::zero) return 0.0f;
  if (out_of_bounds_ != OutOfBounds::stale || image.space == Space::local || image.extent == 0)
    return std::bit_cast<float>(poison_bits);
  const std::int64_t rest = static_cast<std::int32_t>(index) % std::int64_t{image.extent};
  return load(array, static_cast<std::uint32_t>(rest < 0 ? rest + image.extent : rest));
}

void BlockMemory::forget_stores() {
  for (Image& image : images_) {
    const auto give_back = [&](std::uint32_t index) {
      image.own[index] = image.given != nullptr ? image.given[index] : image.otherwise;
    };
    if (image.stored.size() == image.own.size())
      for (std::uint32_t index = 0; index < image.own.size(); ++index) give_back(index);
    else
      for (const std::uint32_t index : image.stored) give_back(index);
    image.stored.clear();
  }
}

}  // namespace tilescope::file
