#include "app/apart/carry.h"

#include <algorithm>
#include <iterator>

#include "instrumentation/error.h"

namespace tilescope::apart {

void Packer::add_slabs(std::span<const EventPool::Slab> slabs) {
  for (const EventPool::Slab& slab : slabs) {
    numbers_[slab.words()] = static_cast<std::uint32_t>(slabs_.size());
    slabs_.push_back({slab.words(), 0});
  }
}

std::uint32_t Packer::place_of(const void* word, std::size_t words) {
  const auto* const at = static_cast<const std::uint32_t*>(word);
  const auto is_in = [at](const SlabInUse& slab) {
    return at >= slab.words && at < slab.words + EventPool::slab_words;
  };
  if (last_ >= slabs_.size() || !is_in(slabs_[last_])) {
    const auto behind = numbers_.upper_bound(at);
    if (behind == numbers_.begin() || !is_in(slabs_[std::prev(behind)->second]))
      throw Error("a recording has events outside of its memory");
    last_ = std::prev(behind)->second;
  }
  SlabInUse& slab = slabs_[last_];
  const auto offset = static_cast<std::size_t>(at - slab.words);
  slab.used = std::max(slab.used, std::min(offset + words, EventPool::slab_words));
  return static_cast<std::uint32_t>(last_ * EventPool::slab_words + offset);
}

std::vector<EventPool::Slab> Unpacker::take_slabs(std::size_t count) {
  std::vector<EventPool::Slab> taken;
  for (; count > 0; --count) taken.push_back(std::move(slabs_[taken_++]));
  return taken;
}

}  // namespace tilescope::apart
