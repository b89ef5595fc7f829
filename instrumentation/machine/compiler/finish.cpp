// Final passes over the instructions: loop invariants are moved out, and slots of lanes that are not live at the same
// time share a row.
#include "instrumentation/machine/compiler/finish.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <queue>

#include "instrumentation/machine/code/flow.h"
#include "instrumentation/machine/code/slots.h"

namespace tilescope::machine {

namespace {

bool moves_out(const Instruction& i) { return i.op <= Op::last_pure && i.op != Op::move; }

// Moves invariants out of loops, inner loops first. All moves stay between a loop's first and last instruction, so that
// other code need not be checked, apart from jumps into the middle of loops.
class Hoister {
 public:
  Hoister(Code& code, std::vector<Loop> loops, const std::vector<bool>& kept_lanes,
          const std::vector<bool>& kept_uniforms)
      : code_(code),
        loops_(std::move(loops)),
        kept_lanes_(kept_lanes),
        kept_uniforms_(kept_uniforms),
        out_(code.instructions.size()) {
    note_jumps_into_loops();
  }

  void hoist() {
    std::uint64_t looked_at = 0;
    for (std::size_t l = 0; l < loops_.size() && looked_at < most_looked_at; ++l) {
      looked_at += loops_[l].last - loops_[l].first;
      if (const std::uint32_t count = find_out(loops_[l]); count > 0) move_out(l, count);
    }
  }

 private:
  // Loops are disjoint or nested, and are listed by their ends.
  void note_jumps_into_loops() {
    std::vector<std::uint32_t> innermost(code_.instructions.size(), none), around(loops_.size(), none);
    for (std::size_t l = loops_.size(); l-- > 0;) {
      const auto loop = static_cast<std::uint32_t>(l);
      around[l] = innermost[loops_[l].last];
      std::fill(innermost.begin() + loops_[l].first, innermost.begin() + loops_[l].last + 1, loop);
    }
    for (std::uint32_t n = 0; n < code_.instructions.size(); ++n) {
      const Instruction& i = code_.instructions[n];
      if (!jumps(i) || i.what >= innermost.size()) continue;
      for (std::uint32_t l = innermost[i.what]; l != none && !loops_[l].holds(n); l = around[l])
        if (i.what != loops_[l].first) {
          into_loops_.push_back(n);
          break;
        }
    }
  }

  // Marks the invariants of the loop; returns their number.
  std::uint32_t find_out(const Loop& loop) {
    const auto each_write = [&](const auto& act) {
      for (std::uint32_t n = loop.first; n <= loop.last; ++n)
        each_written(code_, code_.instructions[n], [&](Slot slot) { act(writes_of(slot)); });
    };
    each_write([](std::uint32_t& times) { ++times; });
    std::uint32_t count = 0;
    for (std::uint32_t n = loop.first; n <= loop.last; ++n) {
      const Instruction& i = code_.instructions[n];
      out_[n] = moves_out(i) && !i.d.is_none() && !is_named(i.d) && writes_of(i.d) == 1 && !changes(i.a) &&
                !changes(i.b) && !changes(i.c);
      if (!out_[n]) continue;
      writes_of(i.d) = 0;
      ++count;
    }
    each_write([](std::uint32_t& times) { times = 0; });
    return count;
  }
  [[nodiscard]] std::uint32_t& writes_of(Slot slot) {
    const std::size_t at = 4 * std::size_t{slot.number()} + static_cast<std::size_t>(slot.home());
    if (at >= writes_.size()) writes_.resize(2 * at + 4);
    return writes_[at];
  }
  [[nodiscard]] bool is_named(Slot slot) const {
    if (slot.home() == Slot::Home::row) return true;
    const std::vector<bool>& kept = slot.is_uniform() ? kept_uniforms_ : kept_lanes_;
    return slot.number() < kept.size() && kept[slot.number()];
  }
  [[nodiscard]] bool changes(Slot slot) {
    return slot.home() == Slot::Home::row || (!slot.is_none() && writes_of(slot) > 0);
  }

  void move_out(std::size_t l, std::uint32_t count) {
    const Loop loop = loops_[l];
    const std::uint32_t size = loop.last - loop.first + 1;
    to_.resize(size);
    std::uint32_t first = loop.first, rest = loop.first + count;
    for (std::uint32_t n = 0; n < size; ++n) to_[n] = out_[loop.first + n] ? first++ : rest++;
    const auto target = [&](std::uint32_t t, std::uint32_t from) {
      if (!loop.holds(t) || (t == loop.first && !loop.holds(from))) return t;
      while (t <= loop.last && out_[t]) ++t;
      return t > loop.last ? t : to_[t - loop.first];
    };
    instructions_.resize(size);
    lines_.resize(size);
    for (std::uint32_t n = 0; n < size; ++n) {
      Instruction i = code_.instructions[loop.first + n];
      if (jumps(i)) i.what = target(i.what, loop.first + n);
      instructions_[to_[n] - loop.first] = i;
      lines_[to_[n] - loop.first] = code_.lines[loop.first + n];
    }
    for (std::uint32_t& jump : into_loops_) {
      if (loop.holds(jump)) {
        jump = to_[jump - loop.first];
      } else {
        Instruction& i = code_.instructions[jump];
        i.what = target(i.what, jump);
      }
    }
    std::copy(instructions_.begin(), instructions_.end(), code_.instructions.begin() + loop.first);
    std::copy(lines_.begin(), lines_.end(), code_.lines.begin() + loop.first);
    for (std::size_t other = l + 1; other < loops_.size() && loops_[other].last == loop.last; ++other)
      loops_[other].last = to_[size - 1];
  }

  static constexpr std::uint32_t none = 0xffffffff;
  static constexpr std::uint64_t most_looked_at = 20'000'000;  // instructions; in nested loops, once for each loop
  Code& code_;
  std::vector<Loop> loops_;
  const std::vector<bool>&kept_lanes_, &kept_uniforms_;
  std::vector<std::uint32_t> writes_;      // by slot: how often the current loop writes it
  std::vector<bool> out_;                  // by instruction: it leaves the current loop
  std::vector<std::uint32_t> into_loops_;  // jumps from outside into the middle of a loop
  std::vector<std::uint32_t> to_, lines_;  // of the loop's instructions: their new places, and their lines
  std::vector<Instruction> instructions_;
};

}  // namespace

void hoist(Code& code, std::vector<Loop> loops, const std::vector<bool>& kept_lanes,
           const std::vector<bool>& kept_uniforms) {
  Hoister(code, std::move(loops), kept_lanes, kept_uniforms).hoist();
}

namespace {

struct Interval {
  std::uint32_t slot = 0, first = 0xffffffff, last = 0;
};

// The minimum of any part of a sequence of numbers.
class LeastOfPart {
 public:
  explicit LeastOfPart(std::vector<std::uint32_t> row) : levels_{std::move(row)} {
    for (std::size_t wide = 1; 2 * wide <= levels_[0].size(); wide *= 2) {
      std::vector<std::uint32_t> level = levels_.back();
      for (std::size_t n = 0; n + wide < level.size(); ++n) level[n] = std::min(level[n], level[n + wide]);
      levels_.push_back(std::move(level));
    }
  }
  [[nodiscard]] std::uint32_t operator()(std::size_t from, std::size_t to) const {
    if (from >= to) return 0xffffffff;
    const auto level = static_cast<std::size_t>(std::bit_width(to - from) - 1);
    return std::min(levels_[level][from], levels_[level][to - (std::size_t{1} << level)]);
  }

 private:
  std::vector<std::vector<std::uint32_t>> levels_;  // minima of 1, 2, 4, 8 ... consecutive numbers
};

// What is live in part of a loop is live in all of it, unless it lies within the loop. A loop is a backward jump here.
class WaysBack {
 public:
  explicit WaysBack(const Code& code) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ways;
    for (std::uint32_t n = 0; n < code.instructions.size(); ++n) {
      const Instruction& i = code.instructions[n];
      if (jumps(i) && i.what <= n) ways.emplace_back(i.what, n);
    }
    std::vector<std::uint32_t> first, last;
    for (const auto& way : ways) first.push_back(way.first), lasts_.push_back(way.second);
    std::sort(ways.begin(), ways.end());
    for (const auto& way : ways) firsts_.push_back(way.first), last.push_back(~way.second);
    first_ = LeastOfPart(std::move(first));
    last_ = LeastOfPart(std::move(last));
  }

  // Extends the interval over each backward jump that has one end in it and one outside.
  void widen(Interval& interval) const {
    constexpr int most_times = 64;  // overlapping jumps without end: the whole code is safe, too
    for (int times = 0;; ++times) {
      const std::uint32_t first = std::min(interval.first, first_of_ending(interval.first, interval.last));
      const std::uint32_t last = std::max(interval.last, last_of_beginning(interval.first, interval.last));
      if (first == interval.first && last == interval.last) return;
      interval.first = times < most_times ? first : 0;
      interval.last = times < most_times ? last : std::max(last, lasts_.back());
    }
  }

 private:
  // The first target among backward jumps that start from `first` on and before `last`.
  [[nodiscard]] std::uint32_t first_of_ending(std::uint32_t first, std::uint32_t last) const {
    return first_(below(lasts_, first), below(lasts_, last));
  }
  // The last start among backward jumps whose target is after `first` and up to `last`.
  [[nodiscard]] std::uint32_t last_of_beginning(std::uint32_t first, std::uint32_t last) const {
    return ~last_(below(firsts_, first + 1), below(firsts_, last + 1));
  }
  [[nodiscard]] static std::size_t below(const std::vector<std::uint32_t>& all, std::uint32_t limit) {
    return static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), limit) - all.begin());
  }

  std::vector<std::uint32_t> lasts_, firsts_;  // starts and targets, sorted
  LeastOfPart first_{{}}, last_{{}};  // minimum target for a part of `lasts_`; ~ maximum start for a part of `firsts_`
};

// From the first write of a slot to its last read, extended over each loop that it does not lie within.
std::vector<Interval> intervals_of(Code& code, std::size_t slots) {
  std::vector<Interval> all(slots);
  for (std::uint32_t s = 0; s < slots; ++s) all[s].slot = s;
  const auto seen = [&](Slot slot, std::uint32_t at) {
    if (slot.home() != Slot::Home::lanes) return;
    Interval& interval = all[slot.number()];
    interval.first = std::min(interval.first, at);
    interval.last = std::max(interval.last, at);
  };
  for (std::uint32_t n = 0; n < code.instructions.size(); ++n)
    each_slot(code, code.instructions[n], [&](Slot& slot, bool) { seen(slot, n); });
  for (const Code::Coordinates& place : code.coordinates) {
    seen(place.slot, 0);
    seen(place.slot, static_cast<std::uint32_t>(code.instructions.size()));
  }
  for (const WatchedVariable& variable : code.watched.variables)
    for (const WatchedLeaf& leaf : variable.leaves)
      for (const Slot slot : {leaf.slot, leaf.uniform})
        seen(slot, static_cast<std::uint32_t>(code.instructions.size()));
  const WaysBack ways(code);
  for (Interval& interval : all)
    if (interval.first <= interval.last) ways.widen(interval);
  return all;
}

}  // namespace

void give_rows(Code& code, const std::vector<bool>& wide) {
  std::vector<Interval> intervals = intervals_of(code, wide.size());
  std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) { return a.first < b.first; });
  std::vector<std::uint32_t> row_of(wide.size());
  std::vector<std::uint32_t> free[2];
  using Ends = std::pair<std::uint32_t, std::uint32_t>;  // the end of an interval, and its slot
  std::priority_queue<Ends, std::vector<Ends>, std::greater<>> active;
  for (const Interval& interval : intervals) {
    if (interval.first > interval.last) continue;
    for (; !active.empty() && active.top().first < interval.first; active.pop())
      free[wide[active.top().second] ? 1 : 0].push_back(row_of[active.top().second]);
    std::vector<std::uint32_t>& rows = free[wide[interval.slot] ? 1 : 0];
    if (rows.empty()) {
      row_of[interval.slot] = code.lane_rows;
      code.lane_rows += wide[interval.slot] ? 2 : 1;
    } else {
      row_of[interval.slot] = rows.back();
      rows.pop_back();
    }
    active.emplace(interval.last, interval.slot);
  }
  const auto give = [&](Slot& slot, bool) {
    if (slot.home() == Slot::Home::lanes) slot = {Slot::Home::lanes, row_of[slot.number()]};
  };
  // Several instructions may share a table entry; each slot is changed once.
  std::vector<bool> done_access(code.accesses.size());
  for (Instruction& i : code.instructions) {
    if (i.op == Op::load || i.op == Op::store) {
      if (done_access[i.what]) {
        for (Slot* const slot : {&i.a, &i.b, &i.c, &i.d}) give(*slot, false);
        continue;
      }
      done_access[i.what] = true;
    }
    each_slot(code, i, give);
  }
  for (Code::Coordinates& place : code.coordinates) give(place.slot, true);
  for (WatchedVariable& variable : code.watched.variables)
    for (WatchedLeaf& leaf : variable.leaves) give(leaf.slot, true);
  for (Local& local : code.locals) {
    local.first_row = code.lane_rows;
    code.lane_rows += local.words + 1;
  }
}

}  // namespace tilescope::machine
