#include "instrumentation/device_text/ranges.h"

#include <algorithm>
#include <limits>

#include "instrumentation/device_text/access_of.h"
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

constexpr int joins_before_widening = 3;

// What shorter integers can be.
std::pair<std::int64_t, std::int64_t> limits_of(Cell cell, std::int64_t low, std::int64_t high) {
  switch (cell) {
    case Cell::s8: return {-128, 127};
    case Cell::u8: return {0, 255};
    case Cell::s16: return {-32768, 32767};
    case Cell::u16: return {0, 65535};
    default: return {low, high};
  }
}

}  // namespace

// States go round until none changes; where one keeps growing at a loop's head, it is taken to grow for ever.
Ranges::Ranges(const Code& code, const std::array<std::uint32_t, 3>& block)
    : code_(code), targets_(code.instructions.size() + 1), inside_(code.instructions.size(), true) {
  for (const Instruction& i : code.instructions)
    if (i.op == Op::jump || i.op == Op::branch) targets_[i.what] = true;
  State first;
  for (const Code::Coordinates& each : code.coordinates) {
    const auto which = static_cast<std::size_t>(each.coordinate);
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    const std::int64_t side = which < 3 ? block[which] : which >= 6 && which < 9 ? block[which - 6] : 0;
    const Range range = which < 3                 ? Range{0, side - 1, Number::u32}
                        : which >= 6 && which < 9 ? Range{side, side, Number::u32}
                                                  : Range{0, most, Number::u32};
    write(first, each.slot, range);
  }
  const std::size_t count = code.instructions.size();
  std::vector<std::optional<State>> before(count + 1);
  std::vector<int> joins(count + 1);
  before[0] = first;
  for (bool changed = true; changed;) {
    changed = false;
    std::fill(inside_.begin(), inside_.end(), true);
    std::optional<State> state;
    const auto lead = [&](std::uint32_t to, const State& from, bool back) {
      if (!before[to]) {
        before[to] = from;
        changed = changed || back;
      } else if (join(*before[to], from, back && joins[to] >= joins_before_widening)) {
        joins[to] += back ? 1 : 0;
        changed = changed || back;
      }
    };
    for (std::uint32_t n = 0; n < count; ++n) {
      if (targets_[n] && state) lead(n, *state, false);
      if (before[n]) state = before[n];
      if (!state) continue;  // nothing has come here so far
      const Instruction& i = code.instructions[n];
      go_through(*state, n);
      if (i.op == Op::jump) {
        lead(i.what, *state, i.what <= n);
        state.reset();
      } else if (i.op == Op::branch) {
        State taken = *state;
        refine(taken, n, true);
        lead(i.what, taken, i.what <= n);
        refine(*state, n, false);
      } else if (i.op == Op::finish) {
        state.reset();
      }
    }
  }
}

Ranges::Range Ranges::all_of(Number number) {
  switch (number) {
    case Number::i32: return {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max(), number};
    case Number::u32: return {0, std::numeric_limits<std::uint32_t>::max(), number};
    default: return {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(), number};
  }
}

// The same bits as another number are the same number only where both have it.
Ranges::Range Ranges::read(const State& state, Slot slot, Number number) const {
  const Range all = all_of(number);
  if (slot.is_uniform())
    for (const Code::Constant& constant : code_.constants)
      if (constant.uniform == slot.number()) {
        const std::int64_t value = number == Number::i32   ? static_cast<std::int32_t>(constant.bits)
                                   : number == Number::u32 ? static_cast<std::uint32_t>(constant.bits)
                                                           : static_cast<std::int64_t>(constant.bits);
        return {value, value, number};
      }
  const auto known = state.find({slot.home(), slot.number(), is_wide(number)});
  if (known == state.end() || is_float(number)) return all;
  const Range range = known->second;
  const bool same_bits = range.number == number || (range.low >= 0 && range.number != Number::u64 && number != Number::u64);
  if (!same_bits || range.low < all.low || range.high > all.high) return all;
  return {range.low, range.high, number};
}

// As one width it is no longer what it was as the other.
void Ranges::write(State& state, Slot slot, const std::optional<Range>& range) {
  state.erase({slot.home(), slot.number(), false});
  state.erase({slot.home(), slot.number(), true});
  if (range && (slot.home() == Slot::Home::uniform || slot.home() == Slot::Home::lanes))
    state[{slot.home(), slot.number(), is_wide(range->number)}] = *range;
}

// Whether anything is less known than before.
bool Ranges::join(State& to, const State& from, bool widen) {
  bool changed = false;
  for (auto each = to.begin(); each != to.end();) {
    const auto other = from.find(each->first);
    if (other == from.end() || other->second.number != each->second.number) {
      each = to.erase(each);
      changed = true;
      continue;
    }
    Range& range = each->second;
    const Range all = all_of(range.number);
    if (other->second.low < range.low) range.low = widen ? all.low : other->second.low, changed = true;
    if (other->second.high > range.high) range.high = widen ? all.high : other->second.high, changed = true;
    ++each;
  }
  return changed;
}

// Nothing where it may be anything.
std::optional<Ranges::Range> Ranges::result_of(const State& state, const Instruction& i) const {
  const bool compares = i.op >= Op::equal && i.op <= Op::less_equal;
  if (compares) return Range{0, 1, Number::i32};
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
  const auto product = [&](const Range& a, const Range& b) {
    const Wide all_four[] = {Wide{a.low} * b.low, Wide{a.low} * b.high, Wide{a.high} * b.low, Wide{a.high} * b.high};
    return std::pair(*std::min_element(std::begin(all_four), std::end(all_four)),
                     *std::max_element(std::begin(all_four), std::end(all_four)));
  };
  const Range a = i.op == Op::convert ? read(state, i.a, i.from) : operand(i.a), b = operand(i.b);
  switch (i.op) {
    case Op::move: return within(a.low, a.high);
    case Op::add:
    case Op::reach: return within(Wide{a.low} + b.low, Wide{a.high} + b.high);
    case Op::subtract: return within(Wide{a.low} - b.high, Wide{a.high} - b.low);
    case Op::multiply:
    case Op::scale: {
      const auto [low, high] = product(a, b);
      return within(low, high);
    }
    case Op::multiply_add: {
      const auto [low, high] = product(a, b);
      const Range c = operand(i.c);
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

void Ranges::go_through(State& state, std::uint32_t n) {
  const Instruction& i = code_.instructions[n];
  if (const Access* const access = access_of(code_, i); access != nullptr && !is_inside(state, *access))
    inside_[n] = false;
  if (i.op <= Op::last_pure) {
    write(state, i.d, result_of(state, i));
    return;
  }
  machine::each_slot(code_, i, [&](const Slot& slot, bool writes) {
    if (writes) write(state, slot, {});
  });
}

// What a branch asks, where nothing has changed since.
const Instruction* Ranges::compared(std::uint32_t branch) const {
  const Slot asked = code_.instructions[branch].a;
  for (std::uint32_t n = branch; n-- > 0;) {
    const Instruction& i = code_.instructions[n];
    if (targets_[n + 1] || i.op == Op::jump || i.op == Op::branch || i.op == Op::finish) return nullptr;
    if (i.op <= Op::last_pure && i.d == asked) {
      if (i.op < Op::equal || i.op > Op::less_equal || is_float(i.number) || i.number == Number::u64) return nullptr;
      for (std::uint32_t m = n; m < branch; ++m) {
        bool changes = false;
        machine::each_slot(code_, code_.instructions[m], [&](const Slot& slot, bool writes) {
          changes = changes || (writes && (slot == i.a || slot == i.b));
        });
        if (changes) return nullptr;
      }
      return &i;
    }
    bool changes = false;
    machine::each_slot(code_, i, [&](const Slot& slot, bool writes) { changes = changes || (writes && slot == asked); });
    if (changes) return nullptr;
  }
  return nullptr;
}

// A branch is taken where what it asks is not so.
void Ranges::refine(State& state, std::uint32_t branch, bool taken) const {
  const Instruction* const i = compared(branch);
  if (i == nullptr) return;
  Range a = read(state, i->a, i->number), b = read(state, i->b, i->number);
  const Range all = all_of(i->number);
  const auto at_most = [&](Range& small, Range& large, std::int64_t apart) {  // small + apart <= large
    if (large.high > all.low) small.high = std::min(small.high, large.high - apart);
    if (small.low < all.high) large.low = std::max(large.low, small.low + apart);
  };
  if (i->op == Op::less)
    taken ? at_most(b, a, 0) : at_most(a, b, 1);
  else if (i->op == Op::less_equal)
    taken ? at_most(b, a, 1) : at_most(a, b, 0);
  else if ((i->op == Op::equal) != taken)
    a.low = b.low = std::max(a.low, b.low), a.high = b.high = std::min(a.high, b.high);
  if (a.low > a.high || b.low > b.high) return;  // nobody goes this way
  const auto is_variable = [](Slot slot) {
    return slot.home() == Slot::Home::uniform || slot.home() == Slot::Home::lanes;
  };
  if (is_variable(i->a)) state[{i->a.home(), i->a.number(), is_wide(i->number)}] = a;
  if (is_variable(i->b)) state[{i->b.home(), i->b.number(), is_wide(i->number)}] = b;
}

bool Ranges::is_inside(const State& state, const Access& access) const {
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

}  // namespace tilescope::device_text
