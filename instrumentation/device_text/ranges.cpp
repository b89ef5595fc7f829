#include "instrumentation/device_text/ranges.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "instrumentation/machine/code/access_of.h"
#include "instrumentation/machine/code/dataflow.h"
#include "instrumentation/machine/code/slots.h"

namespace tilescope::device_text {

using machine::Access;
using machine::Cell;
using machine::Code;
using machine::Instruction;
using machine::Op;
using machine::Slot;

namespace {

__extension__ typedef __int128 Wide;

// The limits of shorter integers.
std::pair<std::int64_t, std::int64_t> limits_of(Cell cell, std::int64_t low, std::int64_t high) {
  switch (cell) {
    case Cell::s8: return {-128, 127};
    case Cell::u8: return {0, 255};
    case Cell::s16: return {-32768, 32767};
    case Cell::u16: return {0, 65535};
    default: return {low, high};
  }
}

// Inclusive bounds of a number, in the type in which it was written.
struct Range {
  std::int64_t low = 0, high = 0;
  Number number = Number::i32;
};

Range all_of(Number number) {
  switch (number) {
    case Number::i32:
      return {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max(), number};
    case Number::u32: return {0, std::numeric_limits<std::uint32_t>::max(), number};
    default: return {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(), number};
  }
}

bool is_variable(Slot slot) { return slot.is_uniform() || slot.home() == Slot::Home::lanes; }

bool compares(const Instruction& i) { return i.op >= Op::equal && i.op <= Op::less_equal; }

class Ranges {
 public:
  using State = std::map<Slot, Range>;  // known slots; any other may have any value

  Ranges(const Code& code, const std::array<std::uint32_t, 3>& block)
      : code_(code), block_(block), targets_(machine::targets_of(code)) {}

  [[nodiscard]] State first() const {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    State state;
    for (const Code::Coordinates& each : code_.coordinates) {
      const auto which = static_cast<std::size_t>(each.coordinate);
      Range range{0, most, Number::u32};
      if (which < 3) range.high = std::int64_t{block_[which]} - 1;
      if (which >= 6 && which < 9) range.low = range.high = block_[which - 6];
      write(state, each.slot, range);
    }
    return state;
  }

  // A number that keeps growing at a loop's head is assumed to grow forever.
  [[nodiscard]] static bool join(State& to, const State& from, std::uint32_t rounds) {
    constexpr std::uint32_t rounds_before_widening = 3;
    const bool widen = rounds >= rounds_before_widening;
    bool changed = false;
    for (auto each = to.begin(); each != to.end();) {
      Range& range = each->second;
      const auto other = from.find(each->first);
      if (other == from.end() || other->second.number != range.number) {
        each = to.erase(each);
        changed = true;
        continue;
      }
      const Range all = all_of(range.number);
      if (other->second.low < range.low) range.low = widen ? all.low : other->second.low, changed = true;
      if (other->second.high > range.high) range.high = widen ? all.high : other->second.high, changed = true;
      ++each;
    }
    return changed;
  }

  void pass(State& state, std::uint32_t n) const {
    const Instruction& i = code_.instructions[n];
    if (i.op <= Op::last_pure) return write(state, i.d, result_of(state, i));
    machine::each_written(code_, i, [&](Slot slot) { write(state, slot, {}); });
  }

  // A branch is taken if its condition is false.
  void part(State& state, std::uint32_t branch, bool is_taken) const {
    const Instruction* const i = compared(branch);
    if (i == nullptr) return;
    Range a = read(state, i->a, i->number), b = read(state, i->b, i->number);
    const Range all = all_of(i->number);
    const auto at_most = [&](Range& small, Range& large, std::int64_t apart) {  // small + apart <= large
      if (large.high > all.low) small.high = std::min(small.high, large.high - apart);
      if (small.low < all.high) large.low = std::max(large.low, small.low + apart);
    };
    if (i->op == Op::less)
      is_taken ? at_most(b, a, 0) : at_most(a, b, 1);
    else if (i->op == Op::less_equal)
      is_taken ? at_most(b, a, 1) : at_most(a, b, 0);
    else if ((i->op == Op::equal) != is_taken)
      a.low = b.low = std::max(a.low, b.low), a.high = b.high = std::min(a.high, b.high);
    if (a.low > a.high || b.low > b.high) return;  // no thread takes this direction
    if (is_variable(i->a)) state[i->a] = a;
    if (is_variable(i->b)) state[i->b] = b;
  }

  [[nodiscard]] bool is_inside(const State& state, const Access& access) const {
    if (access.array == machine::anywhere) return false;
    const machine::Array& array = code_.arrays[access.array];
    std::uint64_t bytes = array.bytes;
    if (array.space == Space::global || array.dynamic) return false;
    for (const machine::Local& local : code_.locals)
      if (local.array == access.array) bytes = std::min<std::uint64_t>(bytes, std::uint64_t{local.words} * 4);
    Wide low = access.constant, high = access.constant;
    const auto add = [&](Slot slot, Number number) {
      if (slot.is_none()) return;
      const Range range = read(state, slot, number);
      low += range.low;
      high += range.high;
    };
    add(access.lane, access.lane_wide ? Number::i64 : Number::i32);
    add(access.uniform, Number::i64);
    return low >= 0 && high * access.unit + machine::bytes_of(access.cell) <= bytes;
  }

 private:
  // The bits of another type are the same number only in the common range of both types.
  [[nodiscard]] Range read(const State& state, Slot slot, Number number) const {
    const Range all = all_of(number);
    if (const auto bits = machine::constant_of(code_, slot))
      return {machine::as_integer(*bits, number), machine::as_integer(*bits, number), number};
    const auto known = state.find(slot);
    if (known == state.end() || is_float(number)) return all;
    const Range range = known->second;
    const bool is_sure = range.low >= 0 && range.number != Number::u64 && number != Number::u64;
    const bool same_bits = range.number == number || (is_sure && is_wide(range.number) == is_wide(number));
    if (!same_bits || range.low < all.low || range.high > all.high) return all;
    return {range.low, range.high, number};
  }

  static void write(State& state, Slot slot, const std::optional<Range>& range) {
    state.erase(slot);
    if (range && is_variable(slot)) state[slot] = *range;
  }

  // None if it may be any number.
  [[nodiscard]] std::optional<Range> result_of(const State& state, const Instruction& i) const {
    if (compares(i)) return Range{0, 1, Number::i32};
    if (is_float(i.number) || i.number == Number::u64) return {};
    const bool is_index = i.op == Op::scale || i.op == Op::reach;
    const Range all = all_of(is_index ? Number::i32 : i.number);
    const auto within = [&](Wide low, Wide high) -> std::optional<Range> {
      if (is_index) {
        low = std::clamp<Wide>(low, all.low, all.high);
        high = std::clamp<Wide>(high, all.low, all.high);
      }
      if (low < all.low || high > all.high) return {};
      return Range{static_cast<std::int64_t>(low), static_cast<std::int64_t>(high), all.number};
    };
    const auto operand = [&](Slot slot) { return read(state, slot, i.number); };
    const Range a = i.op == Op::convert ? read(state, i.a, i.from) : operand(i.a), b = operand(i.b);
    switch (i.op) {
      case Op::move: return within(a.low, a.high);
      case Op::add:
      case Op::reach: return within(Wide{a.low} + b.low, Wide{a.high} + b.high);
      case Op::subtract: return within(Wide{a.low} - b.high, Wide{a.high} - b.low);
      case Op::multiply:
      case Op::scale:
      case Op::multiply_add: {
        const auto [low, high] =
            std::minmax({Wide{a.low} * b.low, Wide{a.low} * b.high, Wide{a.high} * b.low, Wide{a.high} * b.high});
        const Range c = i.op == Op::multiply_add ? operand(i.c) : Range{};
        return within(low + c.low, high + c.high);
      }
      case Op::divide:
        if (a.low < 0 || b.low <= 0) return {};
        return within(a.low / b.high, a.high / b.low);
      case Op::remainder:
        if (a.low < 0 || b.low <= 0) return {};
        return within(0, std::min(a.high, b.high - 1));
      case Op::bit_and:
        if (a.low < 0 && b.low < 0) return {};
        return within(0, a.low < 0 ? b.high : b.low < 0 ? a.high : std::min(a.high, b.high));
      case Op::shift_left:
      case Op::shift_right: {
        const Range by = read(state, i.b, Number::u32);
        if (a.low < 0 || by.high >= 31) return {};
        if (i.op == Op::shift_right) return within(a.low >> by.high, a.high >> by.low);
        return within(Wide{a.low} << by.low, Wide{a.high} << by.high);
      }
      case Op::least: return within(std::min(a.low, b.low), std::min(a.high, b.high));
      case Op::greatest: return within(std::max(a.low, b.low), std::max(a.high, b.high));
      case Op::choose: {
        const Range c = operand(i.c);
        return within(std::min(b.low, c.low), std::max(b.high, c.high));
      }
      case Op::convert: {
        if (is_float(i.from) || i.from == Number::u64) return {};
        const auto [low, high] = limits_of(i.cell, all.low, all.high);
        if (a.low < low || a.high > high) return within(low, high);
        return within(a.low, a.high);
      }
      default: return {};
    }
  }

  // The comparison that a branch tests, if nothing has changed since.
  [[nodiscard]] const Instruction* compared(std::uint32_t branch) const {
    const Slot asked = code_.instructions[branch].a;
    for (std::uint32_t n = branch; n > 0 && !targets_[n];) {
      const Instruction& i = code_.instructions[--n];
      if (machine::jumps(i) || i.op == Op::finish) return nullptr;
      if (!machine::writes(code_, i, asked)) continue;
      if (!compares(i) || is_float(i.number) || i.number == Number::u64) return nullptr;
      for (std::uint32_t m = n; m < branch; ++m)
        for (const Slot slot : {i.a, i.b})
          if (machine::writes(code_, code_.instructions[m], slot)) return nullptr;
      return &i;
    }
    return nullptr;
  }

  const Code& code_;
  std::array<std::uint32_t, 3> block_;
  std::vector<bool> targets_;
};

}  // namespace

std::vector<bool> accesses_inside(const Code& code, const std::array<std::uint32_t, 3>& block) {
  std::vector<bool> inside(code.instructions.size(), true);
  Ranges lattice(code, block);
  machine::Dataflow(code, lattice).each([&](std::uint32_t n, const Ranges::State& before) {
    const Access* const access = access_of(code, code.instructions[n]);
    if (access != nullptr && !lattice.is_inside(before, *access)) inside[n] = false;
  });
  return inside;
}

}  // namespace tilescope::device_text
