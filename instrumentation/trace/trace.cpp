#include "instrumentation/trace/trace.h"

#include <algorithm>
#include <numeric>

namespace tilescope {

std::int64_t ArrayInfo::elements() const {
  return std::accumulate(sides.begin(), sides.end(), std::int64_t{1}, std::multiplies<>{});
}

void Column::Iterator::find() {
  if (number_ >= column_->kept_) return;
  const std::uint32_t piece = number_ / column_->piece_events_;
  const std::uint32_t left = column_->kept_ - piece * column_->piece_events_;
  const Event* const begin = column_->pieces_[piece];
  event_ = begin + number_ % column_->piece_events_;
  end_ = begin + std::min(left, column_->piece_events_);
}

bool Trace::fully_recorded() const {
  return std::all_of(parts_.blocks.begin(), parts_.blocks.end(),
                     [](const BlockTrace& block) { return block.recorded && block.lost == 0; });
}

std::uint64_t Trace::kept_events() const {
  std::uint64_t sum = 0;
  for (const BlockTrace& block : parts_.blocks)
    sum += std::accumulate(block.kept.begin(), block.kept.end(), std::uint64_t{0});
  return sum;
}

std::uint64_t Trace::lost_events() const {
  std::uint64_t sum = 0;
  for (const BlockTrace& block : parts_.blocks) sum += block.lost;
  return sum;
}

}  // namespace tilescope
