#include "instrumentation/trace/trace.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace tilescope {

std::int64_t ArrayInfo::elements() const {
  return std::accumulate(sides.begin(), sides.end(), std::int64_t{1}, std::multiplies<>{});
}

void Column::Iterator::find() {
  if (number_ >= column_->kept_) return;
  const std::uint32_t bits = column_->bits_, length = std::uint32_t{1} << bits;
  const std::uint32_t piece = number_ >> bits;
  const Event* const begin = column_->pieces_[piece];
  event_ = begin + (number_ & (length - 1));
  end_ = begin + std::min(column_->kept_ - (piece << bits), length);
}

Trace::Trace(Parts parts) : parts_(std::move(parts)) {
  if (!std::has_single_bit(parts_.piece_events)) throw std::logic_error("a piece of a trace holds a power of two events");
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
