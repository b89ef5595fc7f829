// What is done with the instructions once all are there: what a loop does not change is taken out of it, and lanes'
// slots that are not needed at the same time share a row.
#include "instrumentation/machine/compiler/finish.h"

#include <algorithm>
#include <map>

#include "instrumentation/machine/code/slots.h"

namespace tilescope::machine {

namespace {

bool jumps(const Instruction& i) { return i.op == Op::jump || i.op == Op::branch; }

std::uint64_t key(Slot slot) { return std::uint64_t{static_cast<std::uint32_t>(slot.home())} << 32 | slot.number(); }

bool moves_out(const Instruction& i) { return i.op <= Op::last_pure && i.op != Op::move; }

}  // namespace

void hoist(Code& code, std::vector<Loop> loops, const std::vector<bool>& kept_lanes,
           const std::vector<bool>& kept_uniforms) {
  for (std::size_t l = 0; l < loops.size(); ++l) {
    const Loop loop = loops[l];
    std::map<std::uint64_t, int> written;
    for (std::uint32_t n = loop.first; n <= loop.last; ++n)
      each_slot(code, code.instructions[n], [&](Slot& slot, bool writes) {
        if (writes && !slot.is_none()) ++written[key(slot)];
      });
    const auto is_named = [&](Slot slot) {
      const std::vector<bool>& kept = slot.is_uniform() ? kept_uniforms : kept_lanes;
      return slot.home() == Slot::Home::row || (slot.number() < kept.size() && kept[slot.number()]);
    };
    std::vector<bool> out(code.instructions.size());
    std::uint32_t count = 0;
    for (std::uint32_t n = loop.first; n <= loop.last; ++n) {
      Instruction& i = code.instructions[n];
      if (!moves_out(i) || is_named(i.d) || written[key(i.d)] != 1) continue;
      bool changes = false;
      for (const Slot slot : {i.a, i.b, i.c})
        changes = changes || slot.home() == Slot::Home::row ||
                  (!slot.is_none() && written.count(key(slot)) > 0 && written[key(slot)] > 0);
      if (changes) continue;
      written[key(i.d)] = 0;
      out[n] = true;
      ++count;
    }
    if (count == 0) continue;
    std::vector<std::uint32_t> to(code.instructions.size() + 1);
    std::uint32_t first = loop.first, rest = loop.first + count;
    for (std::uint32_t n = 0; n <= code.instructions.size(); ++n)
      to[n] = n < loop.first || n > loop.last ? n : out[n] ? first++ : rest++;
    std::vector<Instruction> instructions(code.instructions.size());
    std::vector<std::uint32_t> lines(code.lines.size());
    const auto target = [&](std::uint32_t t, std::uint32_t from) {
      if (t < loop.first || t > loop.last) return t;
      if (t == loop.first && (from < loop.first || from > loop.last)) return t;
      while (t <= loop.last && out[t]) ++t;
      return to[t];
    };
    for (std::uint32_t n = 0; n < code.instructions.size(); ++n) {
      Instruction i = code.instructions[n];
      if (jumps(i)) i.what = target(i.what, n);
      instructions[to[n]] = i;
      lines[to[n]] = code.lines[n];
    }
    code.instructions = std::move(instructions);
    code.lines = std::move(lines);
    for (std::size_t other = l + 1; other < loops.size(); ++other) {
      loops[other].first = target(loops[other].first, 0xffffffff);
      if (loops[other].last >= loop.first && loops[other].last <= loop.last) loops[other].last = to[loops[other].last];
    }
  }
}

namespace {

struct Interval {
  std::uint32_t slot = 0, first = 0xffffffff, last = 0;
};

// From where a slot is first written to where it is last read; around each loop that it does not lie within.
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
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t n = 0; n < code.instructions.size(); ++n) {
      const Instruction& i = code.instructions[n];
      if (!jumps(i) || i.what > n) continue;
      for (Interval& interval : all) {
        if (interval.last < i.what || interval.first > n || interval.first > interval.last) continue;
        if (interval.first >= i.what && interval.last <= n) continue;
        const Interval before = interval;
        interval.first = std::min(interval.first, i.what);
        interval.last = std::max(interval.last, n);
        changed = changed || before.first != interval.first || before.last != interval.last;
      }
    }
  }
  return all;
}

}  // namespace

void give_rows(Code& code, const std::vector<bool>& wide) {
  std::vector<Interval> intervals = intervals_of(code, wide.size());
  std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) { return a.first < b.first; });
  std::vector<std::uint32_t> row_of(wide.size());
  std::vector<std::uint32_t> free[2];
  std::vector<std::pair<std::uint32_t, std::uint32_t>> active;  // where it ends, and the slot
  for (const Interval& interval : intervals) {
    if (interval.first > interval.last) continue;
    for (std::size_t n = 0; n < active.size();) {
      if (active[n].first >= interval.first) {
        ++n;
        continue;
      }
      free[wide[active[n].second] ? 1 : 0].push_back(row_of[active[n].second]);
      active[n] = active.back();
      active.pop_back();
    }
    std::vector<std::uint32_t>& rows = free[wide[interval.slot] ? 1 : 0];
    if (rows.empty()) {
      row_of[interval.slot] = code.lane_rows;
      code.lane_rows += wide[interval.slot] ? 2 : 1;
    } else {
      row_of[interval.slot] = rows.back();
      rows.pop_back();
    }
    active.emplace_back(interval.last, interval.slot);
  }
  const auto give = [&](Slot& slot, bool) {
    if (slot.home() == Slot::Home::lanes) slot = {Slot::Home::lanes, row_of[slot.number()]};
  };
  // Entries of tables may be named by several instructions; each slot is changed once.
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
