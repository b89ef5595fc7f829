// Single instructions: constants are folded, and uniform values are computed once for all threads.
#include <bit>

#include "instrumentation/machine/compiler/compiler.h"
#include "instrumentation/machine/lanes/compute.h"

namespace tilescope::machine {

namespace {

constexpr std::size_t most_instructions = 500000;  // watched code has notes in between

}  // namespace

std::uint32_t Compiler::add(Instruction instruction) {
  if (code_.instructions.size() > (watches() ? 4U : 1U) * most_instructions) throw TooLarge();
  if (watches()) note_before(instruction.op);
  code_.instructions.push_back(instruction);
  code_.lines.push_back(line_);
  if (watches()) code_.watched.statements.push_back(statement_);
  return static_cast<std::uint32_t>(code_.instructions.size() - 1);
}

void Compiler::jump_here(std::uint32_t jump) {
  code_.instructions[jump].what = here();
  label_ = here();
}

Slot Compiler::new_slot(bool uniform, Number number) {
  if (uniform) return {Slot::Home::uniform, code_.uniforms++};
  wide_.push_back(is_wide(number));
  return {Slot::Home::lanes, static_cast<std::uint32_t>(wide_.size() - 1)};
}

Value Compiler::constant(Number number, std::uint64_t bits) {
  Value value;
  value.number = number;
  value.known = true;
  value.bits = is_wide(number) ? bits : bits & 0xffffffff;
  return value;
}

Value Compiler::unset(Number number) {
  Slot& slot = unset_[is_wide(number) ? 1 : 0];
  if (slot.is_none()) {
    slot = new_slot(true, number);
    keep(slot);
    const std::uint64_t bits = is_wide(number) ? std::uint64_t{poison_bits} << 32 | poison_bits : poison_bits;
    code_.constants.push_back({slot.number(), bits, true});
  }
  Value value;
  value.number = number;
  value.slot = slot;
  return value;
}

Value Compiler::constant(Type type, const language::Value& value) {
  const Number number = number_of(type);
  if (number == Number::f32) return constant(number, std::bit_cast<std::uint32_t>(static_cast<float>(value.real)));
  if (number == Number::f64) return constant(number, std::bit_cast<std::uint64_t>(value.real));
  return constant(number, static_cast<std::uint64_t>(value.integer));
}

Slot Compiler::slot_of(const Value& value) {
  if (!value.known || !value.slot.is_none()) return value.slot;
  Slot& slot = constants_[value.bits];
  if (slot.is_none()) {
    slot = new_slot(true, value.number);
    keep(slot);
    code_.constants.push_back({slot.number(), value.bits});
  }
  return slot;
}

Value Compiler::pure(Op op, Number number, const Value& a, const Value& b, const Value& c) {
  const bool compares = op >= Op::equal && op <= Op::less_equal;
  const Number result = compares || op == Op::scale || op == Op::reach ? Number::i32 : number;
  const auto absent = [](const Value& v) { return !v.known && v.slot.is_none(); };
  if (a.known && (b.known || absent(b)) && (c.known || absent(c)))
    return constant(result, compute(op, number, Number::i32, Cell::word, a.bits, b.bits, c.bits));
  Instruction i{.op = op, .number = number};
  i.a = slot_of(a);
  if (!absent(b)) i.b = slot_of(b);
  if (!absent(c)) i.c = slot_of(c);
  bool uniform = true;
  for (const Slot slot : {i.a, i.b, i.c}) uniform = uniform && (slot.is_none() || slot.is_uniform());
  Value value;
  value.number = result;
  value.slot = i.d = new_slot(uniform, result);
  value.origin = both(both(a.origin, b.origin), c.origin);
  add(i);
  return value;
}

Value Compiler::converted(const Value& a, Number to, Cell cell, bool to_bool) {
  if (to_bool) {
    Value truth = pure(Op::not_equal, a.number, a, constant(a.number, 0));
    return truth;
  }
  const bool cuts = bytes_of(cell) < 4;
  if (a.number == to && !cuts) return a;
  const Number over = cuts && is_float(a.number) && (cell == Cell::u8 || cell == Cell::u16) ? Number::u32 : to;
  const bool alike = !is_wide(a.number) && !is_wide(over) && !is_float(a.number) && !is_float(over);
  const bool both_wide = is_wide(a.number) && is_wide(over) && !is_float(a.number) && !is_float(over);
  if ((alike || both_wide) && !cuts) {
    Value same = a;
    same.number = to;
    return same;
  }
  if (a.known) return constant(to, compute(Op::convert, over, a.number, cell, a.bits, 0, 0));
  Instruction i{.op = Op::convert, .number = over, .from = a.number, .cell = cell};
  i.a = slot_of(a);
  Value value;
  value.number = to;
  value.origin = a.origin;
  value.slot = i.d = new_slot(i.a.is_uniform(), to);
  add(i);
  return value;
}

void Compiler::move(Slot to, Number number, const Value& from) {
  const Slot slot = slot_of(from);
  if (slot == to) return;
  if (!code_.instructions.empty() && label_ != here()) {
    Instruction& last = code_.instructions.back();
    const bool computes = last.op <= Op::last_pure || last.op == Op::load;
    const bool temporary = last.d == slot && !from.known && is_temporary(slot) && slot.home() == to.home();
    if (computes && temporary) {
      last.d = to;
      return;
    }
  }
  Instruction i{.op = Op::move, .number = number};
  i.d = to;
  i.a = slot;
  add(i);
}

bool Compiler::is_temporary(Slot slot) const {
  const std::vector<bool>& marked = slot.is_uniform() ? kept_uniforms_ : kept_lanes_;
  return slot.home() != Slot::Home::row && (slot.number() >= marked.size() || !marked[slot.number()]);
}

// The slot belongs to a variable from now on.
void Compiler::keep(Slot slot) {
  if (slot.is_none() || slot.home() == Slot::Home::row) return;
  std::vector<bool>& marked = slot.is_uniform() ? kept_uniforms_ : kept_lanes_;
  if (slot.number() >= marked.size()) marked.resize(slot.number() + 1);
  marked[slot.number()] = true;
}

Value Compiler::copied(const Value& value) {
  if (value.steady) return value;
  Value copy = value;
  copy.slot = new_slot(value.slot.is_uniform(), value.number);
  copy.steady = true;
  Instruction i{.op = Op::move, .number = value.number};
  i.d = copy.slot;
  i.a = value.slot;
  add(i);
  if (!value.origin.is_none()) {
    copy.origin = {new_origin(), 0};
    move_origin(copy.origin, value.origin);
  }
  return copy;
}

Origin Compiler::both(Origin a, Origin b) {
  if (a.is_none() || a == b) return b;
  if (b.is_none()) return a;
  const Origin d{new_origin(), 0};
  code_.origins.push_back({d, a, b});
  add({.op = Op::origin, .what = static_cast<std::uint32_t>(code_.origins.size() - 1)});
  return d;
}

void Compiler::move_origin(Origin to, Origin from) {
  if (to.is_none() || to == from) return;
  code_.origins.push_back({to, from, {}});
  add({.op = Op::origin, .what = static_cast<std::uint32_t>(code_.origins.size() - 1)});
}

Value Compiler::coordinate(Code::Coordinate which) {
  const bool of_lane =
      which <= Code::Coordinate::thread_z || (code_.several_blocks && which <= Code::Coordinate::block_z);
  Slot& slot = coordinates_[static_cast<int>(which)];
  if (slot.is_none()) {
    slot = new_slot(!of_lane, Number::u32);
    keep(slot);
    code_.coordinates.push_back({which, slot});
  }
  Value value;
  value.number = Number::u32;
  value.slot = slot;
  return value;
}

std::uint32_t Compiler::branch(const Value& condition) {
  Instruction i{.op = Op::branch};
  i.a = slot_of(condition);
  return add(i);
}

}  // namespace tilescope::machine
