#include "instrumentation/analysis/block_order.h"

#include <algorithm>
#include <utility>

#include "instrumentation/analysis/warp_access.h"

namespace tilescope {

namespace {

bool same_warp(std::uint32_t a, std::uint32_t b) { return a / warp_lanes == b / warp_lanes; }

// Of two lanes of a warp, in one interval. Where they did not meet equally often, it is unknown which meetings were of
// both.
bool met_between(const Meetings& first, const Meetings& second) {
  if (first.before + first.behind == second.before + second.behind) return first.before < second.before;
  return first.behind > 0 && second.before > 0;
}

}  // namespace

void BlockOrder::atomic(const AtBlock& at, std::uint64_t cell) {
  any_ = true;
  if (atomics_++ >= most_atomics) {
    budget_ = 0;
    return;
  }
  Block& block = blocks_[at.block];
  block.atomics.push_back({cell, at.interval, at.thread, at.number, at.met});
  block.sorted = false;
}

void BlockOrder::end_interval(std::uint32_t block, const ThreadOrder& threads) {
  if (std::exchange(open_, block) != block) of_interval_ = 0;
  std::vector<Atomic>& all = blocks_[block].atomics;
  for (; of_interval_ < all.size(); ++of_interval_) {
    Atomic& atomic = all[of_interval_];
    atomic.met = threads.meetings({atomic.thread, atomic.number});
  }
}

const std::vector<BlockOrder::Atomic>& BlockOrder::sorted(std::uint32_t block) {
  Block& of = blocks_[block];
  if (!of.sorted)
    std::sort(of.atomics.begin(), of.atomics.end(), [](const Atomic& a, const Atomic& b) { return a.cell < b.cell; });
  of.sorted = true;
  return of.atomics;
}

bool BlockOrder::are_ordered(const AtBlock& one, const AtBlock& other, std::uint64_t not_by,
                             std::uint64_t not_back_by) {
  if (!any_) return false;
  if (one.block > other.block) return are_ordered(other, one, not_back_by, not_by);
  return is_before(one, other, not_by) || (any_order_ && is_before(other, one, not_back_by));
}

bool BlockOrder::is_before(const AtBlock& first, const AtBlock& second, std::uint64_t not_by) {
  const std::vector<Atomic>& left = sorted(first.block);
  const std::vector<Atomic>& found = sorted(second.block);
  const auto is_behind = [&](const Atomic& a) {
    if (a.thread == first.thread) return a.number >= first.number;
    return a.interval > first.interval || (a.interval == first.interval && same_warp(a.thread, first.thread) &&
                                           met_between(first.met, a.met));
  };
  const auto is_ahead = [&](const Atomic& a) {
    if (a.thread == second.thread) return a.number <= second.number;
    return a.interval < second.interval || (a.interval == second.interval && same_warp(a.thread, second.thread) &&
                                            met_between(a.met, second.met));
  };
  const std::uint64_t looks = left.size() + found.size();
  if (budget_ < looks) return true;
  budget_ -= looks;
  for (auto a = left.begin(), b = found.begin(); a != left.end() && b != found.end();) {
    if (a->cell != b->cell) {
      a->cell < b->cell ? ++a : ++b;
      continue;
    }
    const std::uint64_t cell = a->cell;
    bool behind = false, ahead = false;
    for (; a != left.end() && a->cell == cell; ++a) behind = behind || (cell != not_by && is_behind(*a));
    for (; b != found.end() && b->cell == cell; ++b) ahead = ahead || (behind && is_ahead(*b));
    if (behind && ahead) return true;
  }
  return false;
}

}  // namespace tilescope
