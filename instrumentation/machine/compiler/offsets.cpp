// Compiles pointer offsets. An index is split, where that is exact, into the part of each lane, the uniform part, and a
// constant, so that most of it is computed once per block, or before a loop.
#include "instrumentation/machine/compiler/compiler.h"

namespace tilescope::machine {

namespace {

using language::Expression;
using language::ExpressionKind;
using language::Mark;
using language::Type;
using language::TypeKind;

// A wider integer keeps an int's value, so that operations on it can come before the widening.
const Expression& before_widening(const Expression& e) {
  if (e.kind != ExpressionKind::convert || !e.type.is_integer() || !e.a->type.is_integer()) return e;
  const bool widens = e.type->size > e.a->type->size ||
                      (e.type->size == e.a->type->size && e.type.is_unsigned() == e.a->type.is_unsigned());
  const bool keeps = !e.a->type.is_unsigned() || e.type->size > e.a->type->size;
  return widens && keeps && !e.type.is(TypeKind::bool_) ? before_widening(*e.a) : e;
}

}  // namespace

Value Compiler::as_value(const Offset& offset) {
  Value all = constant(Number::i64, static_cast<std::uint64_t>(offset.constant));
  if (!offset.uniform.is_none()) {
    Value uniform;
    uniform.number = Number::i64;
    uniform.slot = offset.uniform;
    all = offset.constant == 0 ? uniform : pure(Op::add, Number::i64, uniform, all);
  }
  if (offset.lane.is_none()) return all;
  Value lane;
  lane.number = offset.lane_wide ? Number::i64 : Number::i32;
  lane.slot = offset.lane;
  lane = converted(lane, Number::i64);
  return all.known && all.bits == 0 ? lane : pure(Op::add, Number::i64, lane, all);
}

Offset Compiler::sum(const Offset& a, const Offset& b) {
  Offset all = a;
  all.constant =
      static_cast<std::int64_t>(static_cast<std::uint64_t>(a.constant) + static_cast<std::uint64_t>(b.constant));
  all.steady = a.steady && b.steady;
  const auto value = [](Slot slot, Number number) {
    Value v;
    v.number = number;
    v.slot = slot;
    return v;
  };
  if (all.uniform.is_none())
    all.uniform = b.uniform;
  else if (!b.uniform.is_none())
    all.uniform = pure(Op::add, Number::i64, value(a.uniform, Number::i64), value(b.uniform, Number::i64)).slot;
  if (a.lane.is_none()) {
    all.lane = b.lane;
    all.lane_wide = b.lane_wide;
  } else if (!b.lane.is_none()) {
    all.lane_wide = a.lane_wide || b.lane_wide;
    const Number number = all.lane_wide ? Number::i64 : Number::i32;
    const auto part = [&](const Offset& o) {
      return converted(value(o.lane, o.lane_wide ? Number::i64 : Number::i32), number);
    };
    all.lane = pure(all.lane_wide ? Op::add : Op::reach, number, part(a), part(b)).slot;
  }
  return all;
}

Offset Compiler::scaled(const Value& from, std::int64_t by, bool minus) {
  // A value in a local array is copied first: an access needs a row of lanes.
  const Value index = from.slot.home() == Slot::Home::row ? copied(from) : from;
  if (minus) by = -by;
  Offset offset;
  offset.steady = index.steady;
  if (index.known) {
    const std::uint64_t wide = compute(Op::convert, Number::i64, index.number, Cell::word, index.bits, 0, 0);
    offset.constant = static_cast<std::int64_t>(wide * static_cast<std::uint64_t>(by));
    return offset;
  }
  if (index.slot.is_uniform()) {
    Value wide = converted(index, Number::i64);
    if (by != 1) wide = pure(Op::multiply, Number::i64, wide, constant(Number::i64, static_cast<std::uint64_t>(by)));
    offset.uniform = wide.slot;
    return offset;
  }
  const bool small = !is_wide(index.number) && by > -far_index && by < far_index;
  if (small && index.number == Number::i32 && by == 1) {
    offset.lane = index.slot;
    return offset;
  }
  if (small) {
    offset.lane = pure(Op::scale, index.number, index, constant(index.number, static_cast<std::uint64_t>(by))).slot;
    offset.steady = true;
    return offset;
  }
  Value wide = converted(index, Number::i64);
  if (by != 1) wide = pure(Op::multiply, Number::i64, wide, constant(Number::i64, static_cast<std::uint64_t>(by)));
  offset.lane = wide.slot;
  offset.lane_wide = true;
  return offset;
}

Offset Compiler::offset_of(const Expression& index, std::int64_t by, bool minus) {
  const Expression& e = before_widening(index);
  const bool exact = e.type.is_integer() && (!e.type.is_unsigned() || e.type->size == 8);
  const bool adds = e.kind == ExpressionKind::binary && (e.op == Mark::plus || e.op == Mark::minus);
  if (!exact || !adds) return scaled(number(e), by, minus);
  Offset a = offset_of(*e.a, by, minus);
  if (!a.steady && has_effects(*e.b)) {
    Value whole = as_value(a);
    a = scaled(copied(whole), 1, false);
  }
  return sum(a, offset_of(*e.b, by, minus != (e.op == Mark::minus)));
}

// By units; in an unknown array, by bytes.
Pointer Compiler::moved(const Pointer& pointer, const Offset& by) {
  Pointer to = pointer;
  if (pointer.array != anywhere) {
    to.offset = sum(pointer.offset, by);
  } else {
    to.address = pure(Op::add, Number::i64, pointer.address, as_value(by));
  }
  return to;
}

// An address contains its array and a byte offset, so that it can be stored anywhere; 0 is null.
Value Compiler::address_of(const Pointer& pointer) {
  if (pointer.array == anywhere) return pointer.address;
  const std::uint64_t base = Address{pointer.array, 0}.bits();
  Value offset = as_value(pointer.offset);
  const std::uint32_t unit = units_[pointer.array];
  if (unit != 1) offset = pure(Op::multiply, Number::i64, offset, constant(Number::i64, unit));
  return pure(Op::add, Number::i64, offset, constant(Number::i64, base));
}

Pointer Compiler::from_address(const Value& value) const {
  Pointer to;
  to.address = value;
  to.address.number = Number::i64;
  return to;
}

Pointer Compiler::pointer(const Expression& e) {
  Items items = result(e);
  if (items.size() != 1) refuse(e.place, "this pointer is not supported");
  return items[0].is_pointer ? items[0].pointer : from_address(items[0].value);
}

}  // namespace tilescope::machine
