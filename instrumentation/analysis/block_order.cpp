#include "instrumentation/analysis/block_order.h"

#include <algorithm>

#include "instrumentation/analysis/warp_access.h"

namespace tilescope {

namespace {

bool same_warp(std::uint32_t a, std::uint32_t b) { return a / warp_lanes == b / warp_lanes; }

}  // namespace

void BlockOrder::atomic(const AtBlock& at, std::uint64_t cell) {
  Block& block = blocks_[at.block];
  block.atomics.push_back({cell, at.interval, at.thread, at.number});
  block.sorted = false;
  any_ = true;
}

const std::vector<BlockOrder::Atomic>& BlockOrder::sorted(std::uint32_t block) {
  Block& of = blocks_[block];
  if (!of.sorted)
    std::sort(of.atomics.begin(), of.atomics.end(), [](const Atomic& a, const Atomic& b) { return a.cell < b.cell; });
  of.sorted = true;
  return of.atomics;
}

bool BlockOrder::are_ordered(const AtBlock& one, const AtBlock& other, std::uint64_t not_by) {
  if (!any_) return false;
  if (one.block > other.block) return are_ordered(other, one, not_by);
  return is_before(one, other, not_by) || (any_order_ && is_before(other, one, not_by));
}

bool BlockOrder::is_before(const AtBlock& first, const AtBlock& second, std::uint64_t not_by) {
  const std::vector<Atomic>& left = sorted(first.block);
  const std::vector<Atomic>& found = sorted(second.block);
  const auto is_behind = [&](const Atomic& a) {
    return a.interval > first.interval || (a.thread == first.thread && a.number >= first.number) ||
           (a.interval == first.interval && a.thread != first.thread && same_warp(a.thread, first.thread));
  };
  const auto is_ahead = [&](const Atomic& a) {
    return a.interval < second.interval || (a.thread == second.thread && a.number <= second.number) ||
           (a.interval == second.interval && a.thread != second.thread && same_warp(a.thread, second.thread));
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
    for (; a != left.end() && a->cell == cell; ++a) behind = behind || is_behind(*a);
    for (; b != found.end() && b->cell == cell; ++b) ahead = ahead || is_ahead(*b);
    if (behind && ahead && cell != not_by) return true;
  }
  return false;
}

}  // namespace tilescope
