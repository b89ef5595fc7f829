#include "instrumentation/analysis/thread_order.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <set>

namespace tilescope {

namespace {

constexpr std::uint64_t most_looks = 50'000'000;  // in an interval; beyond that, all counts as ordered

// One of a cell's atomics, and what it found and left.
struct Change {
  At at;
  std::uint64_t found = 0, left = 0;
  std::uint32_t* place = nullptr;
};

bool is_a_way(const std::vector<Change>& changes) {
  for (std::size_t n = 1; n < changes.size(); ++n)
    if (changes[n].found != changes[n - 1].left) return false;
  return true;
}

// One after the other, if no two of them found the same.
bool put_in_order_by_values(std::vector<Change>& changes) {
  std::map<std::uint64_t, std::size_t> by_found;
  std::set<std::uint64_t> left;
  for (std::size_t n = 0; n < changes.size(); ++n) {
    if (!by_found.emplace(changes[n].found, n).second) return false;
    left.insert(changes[n].left);
  }
  const auto first =
      std::find_if(by_found.begin(), by_found.end(), [&](const auto& one) { return !left.contains(one.first); });
  std::vector<Change> way;
  for (auto next = first; next != by_found.end() && way.size() < changes.size(); next = by_found.find(way.back().left))
    way.push_back(changes[next->second]);
  if (way.size() != changes.size()) return false;
  changes = std::move(way);
  return true;
}

}  // namespace

void ThreadOrder::begin() {
  for (const std::uint32_t lane : touched_) lanes_[lane] = {};
  touched_.clear();
  clocks_.clear();
  any_waits_ = any_atomics_ = places_known_ = false;
  budget_ = most_looks;
}

void ThreadOrder::exchange(const At& at, const Event& event) {
  if (event.kind() == Kind::vote && static_cast<WarpKind>(event.operand()) == WarpKind::active) return;
  Lane& lane = lanes_[at.thread];
  if (touched_.empty() || touched_.back() != at.thread) touched_.push_back(at.thread);
  lane.meetings.push_back(at.number);
  if (event.kind() != Kind::vote || static_cast<WarpKind>(event.operand()) != WarpKind::wait) return;
  const Event whole = block_.events(at.thread)[at.number];
  lane.waits.push_back({at.number, static_cast<std::uint32_t>(whole.bits)});
  any_waits_ = true;
}

void ThreadOrder::atomic(const At& at, std::uint64_t cell) {
  if (touched_.empty() || touched_.back() != at.thread) touched_.push_back(at.thread);
  lanes_[at.thread].atomics.push_back({cell, at.number, 0});
  any_atomics_ = true;
}

Meetings ThreadOrder::meetings(const At& at) const {
  const std::vector<std::uint32_t>& all = lanes_[at.thread].meetings;
  const auto counted = [](std::ptrdiff_t many) {
    return static_cast<std::uint16_t>(std::min<std::ptrdiff_t>(many, std::numeric_limits<std::uint16_t>::max()));
  };
  return {counted(std::lower_bound(all.begin(), all.end(), at.number) - all.begin()),
          counted(all.end() - std::upper_bound(all.begin(), all.end(), at.number))};
}

bool ThreadOrder::is_before(const At& first, const At& second, std::uint64_t not_by) {
  if (first.thread == second.thread) return first.number < second.number;
  return (any_waits_ && is_before_by_waits(first, second)) ||
         (any_atomics_ && is_before_by_atomics(first, second, not_by));
}

// --- Warp barriers. ---

std::uint32_t ThreadOrder::stretch_of(const Lane& lane, std::uint32_t number) {
  const auto behind = std::lower_bound(lane.waits.begin(), lane.waits.end(), number,
                                       [](const Wait& wait, std::uint32_t n) { return wait.number < n; });
  return static_cast<std::uint32_t>(behind - lane.waits.begin());
}

bool ThreadOrder::is_before_by_waits(const At& first, const At& second) {
  const std::uint32_t of = first.thread / warp;
  if (of != second.thread / warp) return false;
  if (clocks_.empty()) clocks_.resize(lanes_.size() / warp + 1);
  WarpClocks& clocks = clocks_[of];
  if (!clocks.known) find_clocks(of * warp, clocks);
  const std::uint32_t from = stretch_of(lanes_[first.thread], first.number);
  const std::uint32_t to = stretch_of(lanes_[second.thread], second.number);
  return clocks.simple ? from < to : from < clocks.lanes[second.thread % warp][to][first.thread % warp];
}

bool ThreadOrder::wait_for_all(std::uint32_t first_lane) const {
  const auto count = std::min<std::uint32_t>(warp, static_cast<std::uint32_t>(lanes_.size()) - first_lane);
  const std::uint32_t all = count == warp ? ~0U : (1U << count) - 1;
  const std::size_t waits = lanes_[first_lane].waits.size();
  return std::all_of(lanes_.begin() + first_lane, lanes_.begin() + first_lane + count, [&](const Lane& lane) {
    return lane.waits.size() == waits && std::all_of(lane.waits.begin(), lane.waits.end(),
                                                     [&](const Wait& wait) { return (wait.mask & all) == all; });
  });
}

// Lets the lanes go on from wait to wait: those that a mask names go on together, once all of them are there.
void ThreadOrder::find_clocks(std::uint32_t first_lane, WarpClocks& clocks) {
  clocks.known = true;
  clocks.simple = wait_for_all(first_lane);
  if (clocks.simple) return;
  const auto count = std::min<std::uint32_t>(warp, static_cast<std::uint32_t>(lanes_.size()) - first_lane);
  for (std::uint32_t n = 0; n < count; ++n) clocks.lanes[n].push_back({});
  const auto next = [&](std::uint32_t n) -> const Wait* {
    const Lane& lane = lanes_[first_lane + n];
    const std::size_t done = clocks.lanes[n].size() - 1;
    return done < lane.waits.size() ? &lane.waits[done] : nullptr;
  };
  const auto is_there = [&](std::uint32_t n, std::uint32_t mask) {
    return next(n) != nullptr && next(n)->mask == mask;
  };
  const auto go_on = [&](std::uint32_t by, bool whoever_is_there) {
    const std::uint32_t mask = next(by)->mask | 1U << by;
    std::uint32_t together = 1U << by;
    for (std::uint32_t n = 0; n < count; ++n) {
      if ((mask >> n & 1) == 0 || n == by) continue;
      if (is_there(n, next(by)->mask))
        together |= 1U << n;
      else if (next(n) != nullptr && !whoever_is_there)
        return false;  // it is yet to come
    }
    Clock joined{};
    for (std::uint32_t n = 0; n < count; ++n) {
      if ((together >> n & 1) == 0) continue;
      const Clock& own = clocks.lanes[n].back();
      for (std::uint32_t of = 0; of < warp; ++of) joined[of] = std::max(joined[of], own[of]);
      joined[n] = std::max(joined[n], static_cast<std::uint32_t>(clocks.lanes[n].size()));
    }
    for (std::uint32_t n = 0; n < count; ++n)
      if ((together >> n & 1) != 0) clocks.lanes[n].push_back(joined);
    return true;
  };
  for (;;) {
    bool any = false, left = false;
    for (std::uint32_t n = 0; n < count; ++n) {
      left = left || next(n) != nullptr;
      while (next(n) != nullptr && go_on(n, false)) any = true;
    }
    if (!left) return;
    for (std::uint32_t n = 0; n < count && !any; ++n)  // no mask fits another one
      if (next(n) != nullptr) any = go_on(n, true);
  }
}

// --- Atomics. ---

// In which order atomics came to their cells: that of the schedule, if their values say so, or else that of the values.
void ThreadOrder::find_places() {
  places_known_ = true;
  const bool reverse = trace_.launch().schedule.kind == Schedule::Kind::reverse;
  std::map<std::uint64_t, std::vector<Change>> by_cell;
  for (const std::uint32_t thread : touched_) {
    const Column events = block_.events(thread);
    for (Atomic& atomic : lanes_[thread].atomics) {
      const Event event = events[atomic.number];
      by_cell[atomic.cell].push_back({{thread, atomic.number}, event.bits, event.bits_left(), &atomic.place});
    }
  }
  for (auto& [cell, changes] : by_cell) {
    std::stable_sort(changes.begin(), changes.end(), [&](const Change& a, const Change& b) {
      return reverse ? a.at.thread > b.at.thread : a.at.thread < b.at.thread;
    });
    if (!is_a_way(changes) && !put_in_order_by_values(changes)) continue;
    std::uint32_t place = 0;
    for (const Change& change : changes) *change.place = ++place;
  }
}

// By an atomic of the first thread, or of its warp where it is known to have met the others since; and one of the
// second's, likewise.
bool ThreadOrder::is_before_by_atomics(const At& first, const At& second, std::uint64_t not_by) {
  if (!places_known_) find_places();
  const auto warp_of = [&](std::uint32_t thread) {
    return std::pair(thread / warp * warp,
                     std::min<std::uint32_t>(thread / warp * warp + warp, static_cast<std::uint32_t>(lanes_.size())));
  };
  const auto [from, from_end] = warp_of(first.thread);
  const auto [to, to_end] = warp_of(second.thread);
  const auto& meetings_of_first = lanes_[first.thread].meetings;
  const auto& meetings_of_second = lanes_[second.thread].meetings;
  const bool met_after = !meetings_of_first.empty() && meetings_of_first.back() > first.number;
  const bool met_before = !meetings_of_second.empty() && meetings_of_second.front() < second.number;
  for (std::uint32_t a = from; a < from_end; ++a) {
    if (lanes_[a].atomics.empty() || (a != first.thread && !met_after)) continue;
    for (std::uint32_t b = to; b < to_end; ++b) {
      if (a == b || lanes_[b].atomics.empty() || (b != second.thread && !met_before)) continue;
      for (const Atomic& left : lanes_[a].atomics) {
        if (left.cell == not_by || (a == first.thread && left.number < first.number)) continue;
        if (budget_ < lanes_[b].atomics.size()) return true;
        budget_ -= lanes_[b].atomics.size();
        for (const Atomic& found : lanes_[b].atomics) {
          if (found.cell != left.cell || (b == second.thread && found.number > second.number)) continue;
          if (left.place == 0 || left.place < found.place) return true;
        }
      }
    }
  }
  return false;
}

}  // namespace tilescope
