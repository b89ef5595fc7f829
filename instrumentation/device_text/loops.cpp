#include "instrumentation/device_text/loops.h"

#include <algorithm>
#include <set>
#include <utility>

#include "instrumentation/machine/code/access_of.h"
#include "instrumentation/machine/code/flow.h"
#include "instrumentation/machine/code/slots.h"

namespace tilescope::device_text {

namespace {

using machine::Code;
using machine::Instruction;
using machine::Op;
using machine::Slot;

constexpr std::uint64_t most_unrolled = 64;            // rounds
constexpr std::uint64_t most_instructions = 256;       // in all rounds together
constexpr std::uint64_t few_instructions = 24;         // in an inner loop: several rounds are written in sequence
constexpr std::uint64_t most_of_registers = 1U << 12;  // the same, if a thread's own array is indexed

bool leaves_order(const Instruction& i) { return machine::jumps(i) || i.op == Op::finish; }

class Finder {
 public:
  explicit Finder(const Code& code) : code_(code), targets_(machine::targets_of(code)) {}

  std::vector<Loop> find() {
    for (std::uint32_t n = 0; n < code_.instructions.size(); ++n) {
      const Instruction& i = code_.instructions[n];
      if (i.op != Op::jump || i.what > n) continue;
      const auto known = std::find_if(loops_.begin(), loops_.end(), [&](const Loop& l) { return l.first == i.what; });
      if (known != loops_.end())
        known->last = n;
      else
        loops_.push_back({.first = i.what, .last = n});
    }
    std::sort(loops_.begin(), loops_.end(),
              [](const Loop& a, const Loop& b) { return a.first != b.first ? a.first < b.first : a.last > b.last; });
    leave_out_crossing();
    for (std::size_t n = loops_.size(); n-- > 0;) look_at(loops_[n]);
    return std::move(loops_);
  }

 private:
  void leave_out_crossing() {
    std::vector<Loop> around, kept;
    for (const Loop& loop : loops_) {
      while (!around.empty() && around.back().last < loop.first) around.pop_back();
      if (!around.empty() && around.back().last < loop.last) continue;
      around.push_back(loop);
      kept.push_back(loop);
    }
    loops_ = std::move(kept);
  }

  void look_at(Loop& loop) {
    loop.counted = find_counter(loop) && has_one_way(loop);
    if (!loop.counted) return;
    find_rounds(loop);
    const bool is_inner = std::none_of(loops_.begin(), loops_.end(), [&](const Loop& other) {
      return other.first > loop.first && other.last < loop.last;
    });
    if (is_inner && size_of(loop) <= few_instructions) loop.at_once = 4;
    if (!loop.rounds || *loop.rounds > most_unrolled) return;
    const std::uint64_t size = size_of(loop) * std::max<std::uint64_t>(*loop.rounds, 1);
    loop.unrolled = size <= (says_which_row(loop) ? most_of_registers : most_instructions);
  }

  // The loop's head must end with a branch out by a comparison, and its last block must add to the compared variable.
  bool find_counter(Loop& loop) {
    std::uint32_t exit = loop.first;
    while (exit < loop.last && !leaves_order(at(exit)) && (exit == loop.first || !targets_[exit])) ++exit;
    if (at(exit).op != Op::branch || at(exit).what <= loop.last) return false;
    const Instruction* compares = nullptr;
    for (std::uint32_t n = loop.first; n < exit; ++n)
      if (at(n).d == at(exit).a) compares = &at(n);
    if (compares == nullptr || (compares->op != Op::less && compares->op != Op::less_equal)) return false;
    if (is_float(compares->number)) return false;
    loop.counter = compares->a;
    loop.bound = compares->b;
    loop.number = compares->number;
    loop.with_bound = compares->op == Op::less_equal;
    const Instruction* adds = nullptr;
    int writes = 0;
    bool steady = loop.counter.home() != Slot::Home::row && loop.bound.home() != Slot::Home::row;
    for (std::uint32_t n = loop.first; n <= loop.last; ++n) {
      if (machine::writes(code_, at(n), loop.bound)) steady = false;
      if (!machine::writes(code_, at(n), loop.counter)) continue;
      ++writes;
      if (at(n).op == Op::add && at(n).a == loop.counter && at(n).number == loop.number && is_last_block(n, loop))
        adds = &at(n);
    }
    if (!steady || writes != 1 || adds == nullptr) return false;
    loop.step = static_cast<std::uint64_t>(constant(adds->b, loop.number).value_or(0));
    return loop.step > 0 && loop.step < (1U << 20);
  }

  // True if all code from here on leads only to the jump back.
  [[nodiscard]] bool is_last_block(std::uint32_t n, const Loop& loop) const {
    for (std::uint32_t m = n; m < loop.last; ++m)
      if (leaves_order(at(m)) || targets_[m + 1]) return false;
    return true;
  }

  // True if the only exit is at the head, and there is a single jump back.
  [[nodiscard]] bool has_one_way(const Loop& loop) const {
    int exits = 0, returns = 0;
    for (std::uint32_t n = loop.first; n <= loop.last; ++n) {
      const Instruction& i = at(n);
      if (i.op == Op::finish) return false;
      if (!machine::jumps(i)) continue;
      returns += i.what == loop.first ? 1 : 0;
      exits += i.what < loop.first || i.what > loop.last ? 1 : 0;
    }
    for (std::uint32_t n = 0; n < code_.instructions.size(); ++n) {
      if (n >= loop.first && n <= loop.last) continue;
      const Instruction& i = at(n);
      if (machine::jumps(i) && i.what > loop.first && i.what <= loop.last) return false;
    }
    return exits == 1 && returns == 1;
  }

  void find_rounds(Loop& loop) const {
    const std::optional<std::int64_t> bound = constant(loop.bound, loop.number);
    if (!bound) return;
    for (std::uint32_t n = loop.first; n-- > 0;) {
      if (leaves_order(at(n))) return;
      if (at(n).d == loop.counter) {
        if (at(n).op != Op::move) return;
        const std::optional<std::int64_t> begin = constant(at(n).a, loop.number);
        if (!begin) return;
        const bool has_sign = loop.number == Number::i32 || loop.number == Number::i64;
        if (!has_sign && static_cast<std::uint64_t>(*bound) < static_cast<std::uint64_t>(*begin)) return;
        const std::int64_t way = *bound - *begin + (loop.with_bound ? 1 : 0);
        const auto step = static_cast<std::int64_t>(loop.step);
        loop.rounds = way <= 0 ? 0 : static_cast<std::uint64_t>((way + step - 1) / step);
        return;
      }
      if (targets_[n]) return;
    }
  }

  // True if the counter decides which row of a thread's own array is accessed.
  [[nodiscard]] bool says_which_row(const Loop& loop) const {
    std::set<Slot> depends{loop.counter};
    const auto from = [&](Slot slot) { return !slot.is_none() && depends.count(slot) > 0; };
    for (std::size_t before = 0; before != depends.size();) {
      before = depends.size();
      for (std::uint32_t n = loop.first; n <= loop.last; ++n) {
        const Instruction& i = at(n);
        if (i.op <= Op::last_pure && !i.d.is_none() && (from(i.a) || from(i.b) || from(i.c))) depends.insert(i.d);
      }
    }
    for (std::uint32_t n = loop.first; n <= loop.last; ++n) {
      const machine::Access* const access = access_of(code_, at(n));
      if (access == nullptr || at(n).op == Op::atomic || access->array == machine::anywhere) continue;
      const bool is_own = code_.arrays[access->array].space == Space::local;
      if (is_own && (from(access->lane) || from(access->uniform))) return true;
    }
    return false;
  }

  // Number of instructions, with unrolled inner loops written out.
  [[nodiscard]] std::uint64_t size_of(const Loop& loop) const {
    std::uint64_t size = loop.last - loop.first;
    for (const Loop& inner : loops_) {
      if (&inner == &loop || inner.first <= loop.first || inner.last > loop.last || !inner.unrolled) continue;
      bool direct = true;
      for (const Loop& other : loops_)
        direct = direct && (&other == &loop || &other == &inner || !other.unrolled || other.first <= loop.first ||
                            other.first > inner.first || other.last < inner.last);
      if (direct) size += size_of(inner) * std::max<std::uint64_t>(*inner.rounds, 1);
    }
    return size;
  }

  [[nodiscard]] std::optional<std::int64_t> constant(Slot slot, Number number) const {
    const std::optional<std::uint64_t> bits = machine::constant_of(code_, slot);
    return bits ? std::optional(machine::as_integer(*bits, number)) : std::nullopt;
  }
  [[nodiscard]] const Instruction& at(std::uint32_t n) const { return code_.instructions[n]; }

  const Code& code_;
  std::vector<bool> targets_;  // of jumps
  std::vector<Loop> loops_;
};

}  // namespace

std::vector<Loop> loops_of(const Code& code) { return Finder(code).find(); }

}  // namespace tilescope::device_text
