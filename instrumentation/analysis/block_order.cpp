#include "instrumentation/analysis/block_order.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
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

BlockOrder::BlockOrder(const Trace& trace)
    : trace_(trace),
      blocks_(trace.launch().grid.count()),
      counts_(trace.arrays().size()),
      any_order_(trace.backend() == Backend::cuda || trace.interleaved()) {
  // What a pointer may lead to has a site in each array, all of one place; it is not known whether it leads to this one
  // yet.
  std::map<std::tuple<Kind, std::uint8_t, std::uint32_t, std::uint32_t>, std::set<std::uint8_t>> arrays_of;
  const auto place_of = [](const Site& site) { return std::tuple(site.kind, site.operand, site.line, site.column); };
  for (const Site& site : trace.sites()) arrays_of[place_of(site)].insert(site.array);
  std::vector<bool> otherwise(counts_.size());
  for (const Site& site : trace.sites()) {
    if (site.array >= counts_.size() || (site.column != 0 && arrays_of[place_of(site)].size() > 1)) continue;
    const bool adds = site.kind == Kind::atomic && static_cast<AtomicKind>(site.operand) == AtomicKind::add;
    const bool changes = site.kind == Kind::atomic || site.kind == Kind::global_store;
    if (adds && !is_float(site.number) && trace.arrays()[site.array].space == Space::global)
      counts_[site.array] = true;
    else if (changes)
      otherwise[site.array] = true;
  }
  for (std::size_t n = 0; n < counts_.size(); ++n) {
    if (otherwise[n]) counts_[n] = false;
    any_count_ = any_count_ || counts_[n];
  }
}

void BlockOrder::atomic(const AtBlock& at, const Signal& signal) {
  any_ = true;
  // One that falls is not a count. As 64 bits, a number below 0 is above all others.
  if (signal.left < signal.found) counts_[signal.cell >> 32] = false;
  if (atomics_++ >= most_atomics) {
    budget_ = 0;
    return;
  }
  Block& block = blocks_[at.block];
  block.atomics.push_back({signal, at.interval, at.thread, at.number, at.met});
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
  return is_before(one, other, not_by, By::value_or_number) ||
         (any_order() && is_before(other, one, not_back_by, any_order_ ? By::value_or_number : By::value));
}

bool BlockOrder::overtakes(const Atomic& atomic, const AtBlock& store) const {
  if (store.stores >= trace_.arrays().size()) return false;
  const std::vector<std::uint32_t>& by = trace_.arrays()[store.stores].overtaken_by;
  return std::binary_search(by.begin(), by.end(), atomic.site);
}

bool BlockOrder::is_before(const AtBlock& first, const AtBlock& second, std::uint64_t not_by, By by) {
  const std::vector<Atomic>& left = sorted(first.block);
  const std::vector<Atomic>& found = sorted(second.block);
  const auto is_behind = [&](const Atomic& a) {
    if (a.thread == first.thread) return a.number >= first.number;
    return a.interval > first.interval ||
           (a.interval == first.interval && same_warp(a.thread, first.thread) && met_between(first.met, a.met));
  };
  const auto is_ahead = [&](const Atomic& a) {
    if (a.thread == second.thread) return a.number <= second.number;
    return a.interval < second.interval ||
           (a.interval == second.interval && same_warp(a.thread, second.thread) && met_between(a.met, second.met));
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
    const bool by_value = by != By::number && counts(cell);
    const bool tells = cell != not_by && (by_value || by != By::value);
    bool behind = false, ahead = false;
    std::uint64_t least_left = 0;  // of a count
    for (; a != left.end() && a->cell == cell; ++a) {
      if (!tells || !a->changes || !is_behind(*a) || overtakes(*a, first)) continue;
      if (!behind || a->left < least_left) least_left = a->left;
      behind = true;
    }
    for (; b != found.end() && b->cell == cell; ++b)
      ahead = ahead || (behind && is_ahead(*b) && (!by_value || least_left <= b->found));
    if (behind && ahead) return true;
  }
  return false;
}

}  // namespace tilescope
