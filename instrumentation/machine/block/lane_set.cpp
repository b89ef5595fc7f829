#include "instrumentation/machine/block/lane_set.h"

#include <algorithm>

namespace tilescope::machine {

void LaneSet::merge(const LaneSet& other) {
  const auto middle = static_cast<std::ptrdiff_t>(list_.size());
  list_.insert(list_.end(), other.list_.begin(), other.list_.end());
  std::inplace_merge(list_.begin(), list_.begin() + middle, list_.end());
  has_mask_ = false;
}

const std::uint32_t* LaneSet::mask() const {
  if (!has_mask_) {
    mask_.assign(end(), 0);
    for (const std::uint16_t lane : list_) mask_[lane] = 0xffffffff;
    has_mask_ = true;
  }
  return mask_.data();
}

}  // namespace tilescope::machine
