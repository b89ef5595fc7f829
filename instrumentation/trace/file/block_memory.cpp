#include "instrumentation/trace/file/block_memory.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace tilescope::file {

namespace {

// The byte at an address of memory that was never written.
std::byte left_over(Space space, std::uint64_t at) {
  return space == Space::shared ? static_cast<std::byte>(poison_bits >> 8 * (at % sizeof poison_bits)) : std::byte{0};
}

std::uint64_t extended(std::uint64_t bits, unsigned bytes, bool is_unsigned) {
  if (bytes >= 4 || is_unsigned) return bits;
  const unsigned above = 64 - 8 * bytes;
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(bits << above) >> above);
}

constexpr std::uint64_t poison = std::uint64_t{poison_bits} << 32 | poison_bits;

}  // namespace

BlockMemory::BlockMemory(const Launch& launch, const std::vector<ArrayInfo>& arrays, const std::vector<ArrayUse>& uses)
    : out_of_bounds_(launch.out_of_bounds), images_(arrays.size()) {
  std::int64_t shared = 0;
  for (std::size_t n = 0; n < arrays.size(); ++n) {
    const ArrayInfo& array = arrays[n];
    Image& image = images_[n];
    image.space = array.space;
    image.element_bytes = array.element_bytes;
    const auto elements = static_cast<std::uint64_t>(array.elements());
    image.extent = elements * array.element_bytes;
    if (array.space == Space::local) continue;
    bool followed = uses[n].loaded && uses[n].stored;
    if (array.space == Space::shared) {
      shared += array.elements();
      followed = followed && shared <= most_followed_shared;
    } else {
      followed = followed && array.elements() <= most_followed_global;
      if (n < launch.buffers.size() && image.extent != 0 && launch.buffers[n].bytes.size() >= image.extent) {
        image.given = launch.buffers[n].bytes.data();
        image.is_unsigned = launch.buffers[n].is_unsigned;
      }
    }
    image.cells = image.given;
    if (!followed) continue;
    image.own.resize(image.extent);
    for (std::uint64_t at = 0; at < image.extent; ++at)
      image.own[at] = image.given != nullptr ? image.given[at] : left_over(image.space, at);
    image.cells = image.own.data();
  }
}

void BlockMemory::follow_left(std::vector<std::vector<std::byte>>& left) {
  for (std::size_t n = 0; n < images_.size() && n < left.size(); ++n)
    if (!left[n].empty() && left[n].size() == images_[n].extent) images_[n].result = left[n].data();
}

std::uint64_t BlockMemory::load_any(const Image& image, const Step& step, std::uint32_t index) {
  const std::size_t at = std::size_t{index} * image.element_bytes;
  std::uint64_t bits = 0;
  if (at + step.bytes > image.extent) return 0;  // an access may be larger than an element
  if (image.cells != nullptr)
    std::memcpy(&bits, image.cells + at, step.bytes);
  else if (image.space == Space::shared)
    std::memcpy(&bits, &poison, step.bytes);
  return extended(bits, step.bytes, image.is_unsigned);
}

std::uint64_t BlockMemory::stray(const Step& step, std::uint32_t index) const {
  const Image& image = images_[step.array];
  if (out_of_bounds_ == OutOfBounds::zero) return 0;
  const std::uint64_t elements = image.extent < step.bytes ? 0 : (image.extent - step.bytes) / image.element_bytes + 1;
  if (out_of_bounds_ != OutOfBounds::stale || image.space == Space::local || elements == 0)
    return is_wide(step.number) ? poison : poison_bits;
  const auto count = static_cast<std::int64_t>(elements);
  const std::int64_t rest = static_cast<std::int32_t>(index) % count;
  return load_any(image, step, static_cast<std::uint32_t>(rest < 0 ? rest + count : rest));
}

void BlockMemory::forget_stores() {
  for (Image& image : images_) {
    const auto give_back = [&](std::size_t begin, std::size_t end) {
      if (image.given != nullptr)
        std::copy(image.given + begin, image.given + end, image.own.begin() + static_cast<std::ptrdiff_t>(begin));
      else
        for (std::size_t at = begin; at < end; ++at) image.own[at] = left_over(image.space, at);
    };
    if (image.stored.size() == image.own.size() / kept_cell)
      give_back(0, image.own.size());
    else
      for (const std::uint32_t at : image.stored) give_back(at, std::min(at + kept_cell, image.own.size()));
    image.stored.clear();
  }
}

}  // namespace tilescope::file
