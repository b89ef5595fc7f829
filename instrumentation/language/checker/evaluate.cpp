// Evaluates values of constant expressions.
#include "instrumentation/language/checker/evaluate.h"

#include <algorithm>
#include <cmath>

#include "instrumentation/language/checker/evaluator.h"
#include "instrumentation/language/checker/folded_call.h"

namespace tilescope::language {

using Kind = ExpressionKind;

namespace {

// In C++, an infinite or NaN result of finite operands is not constant.
Value finite(const Value& result, const Value& a, const Value& b) {
  const auto is_finite = [](const Value& v) { return !v.is_floating() || std::isfinite(v.real); };
  if (!is_finite(result) && is_finite(a) && is_finite(b)) throw NotConstant{};
  return result;
}

bool is_foldable(Type type) { return type.is_arithmetic() || type.is_enumeration(); }

bool compared(Mark op, std::uint32_t a, std::uint32_t b) {
  const Folded f = folded(op, Value::of(TypeKind::long_, std::int64_t{a}), Value::of(TypeKind::long_, std::int64_t{b}));
  if (!f.value || f.value->kind != TypeKind::bool_) throw NotConstant{};
  return f.value->truth();
}

// For pointers into different arrays, only equality is known.
bool compared(Mark op, const ConstantPointer& a, const ConstantPointer& b) {
  const bool same_array = a.object == b.object && a.first == b.first && a.count == b.count;
  if (same_array && a.object != 0) return compared(op, a.index, b.index);
  if (op != Mark::equal && op != Mark::not_equal) throw NotConstant{};
  return (a == b) == (op == Mark::equal);
}

}  // namespace

void Evaluator::work(std::size_t cells) {
  left_ -= 1 + static_cast<int>(cells / 4);
  if (left_ < 0) throw NotConstant{};
}

ConstantCells Evaluator::value(const Expression& e) {
  ConstantCells cells;
  append(cells, e.type, e);
  const auto unset = [](const ConstantCell& cell) { return cell.kind == ConstantCell::Kind::unset; };
  if (std::any_of(cells.begin(), cells.end(), unset)) throw NotConstant{};
  return cells;
}

Value Evaluator::known(const Folded& folded) {
  if (!folded.value || !folded.undefined.empty()) throw NotConstant{};
  return *folded.value;
}

Value Evaluator::number(const Expression& e) {
  const ConstantCell cell = scalar(e);
  if (cell.kind != ConstantCell::Kind::number) throw NotConstant{};
  return cell.number;
}

bool Evaluator::truth(const Expression& e) { return number(e).truth(); }

Evaluator::Pointer Evaluator::pointer(const Expression& e) {
  const ConstantCell cell = scalar(e);
  if (cell.kind != ConstantCell::Kind::pointer) throw NotConstant{};
  return cell.pointer;
}

ConstantCell Evaluator::scalar(const Expression& e) {
  const Deeper deeper(*this);
  switch (e.kind) {
    case Kind::constant: return ConstantCell::of(*e.value);
    case Kind::load: return loaded(*e.a);
    case Kind::zero:
      return is_foldable(e.type) ? ConstantCell::of(Value::of(number_kind(e.type), std::int64_t{0}))
                                 : ConstantCell::of(Pointer{});
    case Kind::choice: return truth(*e.a) ? scalar(*e.b) : scalar(*e.c);
    case Kind::sequence: discard(*e.a); return scalar(*e.b);
    case Kind::convert: return converted(e);
    case Kind::call: return e.is_place ? loaded(e) : only(called(e));
    case Kind::field: return e.is_place ? loaded(e) : only(part_of_value(e));
    case Kind::increment: return e.before ? loaded(e) : incremented(e);
    case Kind::builtin: return built_in(e);
    default: return e.is_place ? loaded(e) : operation(e);
  }
}

// Operators without side effects.
ConstantCell Evaluator::operation(const Expression& e) {
  switch (e.kind) {
    case Kind::negate: return ConstantCell::of(known(folded(Mark::minus, number(*e.a))));
    case Kind::complement: return ConstantCell::of(known(folded(Mark::tilde, number(*e.a))));
    case Kind::invert: return ConstantCell::of(Value::boolean(!truth(*e.a)));
    case Kind::both: return ConstantCell::of(Value::boolean(truth(*e.a) && truth(*e.b)));
    case Kind::either: return ConstantCell::of(Value::boolean(truth(*e.a) || truth(*e.b)));
    case Kind::binary: return binary(e);
    case Kind::address: return ConstantCell::of(place(*e.a));
    case Kind::decay: return ConstantCell::of(memory_.part(place(*e.a), e.a->type, 0, e.a->type->count));
    case Kind::offset: {
      const Pointer from = pointer(*e.a);
      return ConstantCell::of(moved(from, number(*e.b), e.op == Mark::minus));
    }
    case Kind::distance: {
      const Pointer a = pointer(*e.a), b = pointer(*e.b);
      if (a.object != b.object || a.first != b.first || a.count != b.count) throw NotConstant{};
      return ConstantCell::of(Value::of(TypeKind::long_, std::int64_t{a.index} - std::int64_t{b.index}));
    }
    default: throw NotConstant{};
  }
}

ConstantCell Evaluator::only(const ConstantCells& cells) const { return cells.size() == 1 ? cells[0] : ConstantCell{}; }

ConstantCell Evaluator::loaded(const Expression& e) {
  if (e.type.is_volatile() || !e.type.is_scalar()) throw NotConstant{};
  return memory_.read(place(e), e.type)[0];
}

ConstantCell Evaluator::converted(const Expression& e) {
  const Type from = e.a->type, to = e.type;
  if (to.is_void()) {
    discard(*e.a);
    return {};
  }
  const ConstantCell cell = scalar(*e.a);
  if (cell.kind == ConstantCell::Kind::unset) throw NotConstant{};
  if (is_foldable(to)) {
    if (cell.kind == ConstantCell::Kind::number)
      return ConstantCell::of(finite(known(folded(cell.number, number_kind(to))), cell.number, cell.number));
    if (to.is(TypeKind::bool_)) return ConstantCell::of(Value::boolean(cell.pointer.object != 0));
    throw NotConstant{};
  }
  if (!to.is_pointer()) throw NotConstant{};
  if (cell.kind == ConstantCell::Kind::number) {
    if (cell.number.is_floating() || cell.number.truth()) throw NotConstant{};
    return ConstantCell::of(Pointer{});
  }
  const bool same = from.is_pointer() && same_but_const(from.inner(), to.inner());
  if (!same && cell.pointer.object != 0) throw NotConstant{};
  return cell;
}

ConstantCell Evaluator::binary(const Expression& e) {
  if (e.a->type.is_pointer()) {
    const Pointer a = pointer(*e.a);
    return ConstantCell::of(Value::boolean(compared(e.op, a, pointer(*e.b))));
  }
  const Value a = number(*e.a), b = number(*e.b);
  return ConstantCell::of(finite(known(folded(e.op, a, b)), a, b));
}

ConstantCell Evaluator::incremented(const Expression& e) {
  const ConstantCell before = loaded(*e.a);
  static_cast<void>(stepped(e));
  return before;
}

ConstantCell Evaluator::built_in(const Expression& e) {
  if (e.builtin->group != BuiltinGroup::math || !is_foldable(e.type)) throw NotConstant{};
  std::vector<Value> arguments;
  for (const Expression* const a : e.list) arguments.push_back(number(*a));
  const std::optional<Value> result = folded_call(e.builtin->name, arguments, number_kind(e.type));
  if (!result) throw NotConstant{};
  return ConstantCell::of(*result);
}

Evaluator::Pointer Evaluator::moved(const Pointer& from, const Value& by, bool back) const {
  const std::optional<std::int64_t> far = by.as_integer();
  constexpr auto most = static_cast<std::int64_t>(ConstantMemory::most_cells);
  if (!far || *far > most || *far < -most) throw NotConstant{};
  const std::int64_t index = from.index + (back ? -*far : *far);
  if (index < 0 || index > from.count) throw NotConstant{};
  Pointer to = from;
  to.index = static_cast<std::uint32_t>(index);
  return to;
}

void Evaluator::discard(const Expression& e) {
  if (e.is_place)
    static_cast<void>(place(e));
  else if (e.type.is_structure())
    static_cast<void>(whole(e));
  else
    static_cast<void>(scalar(e));
}

// --- Arrays and structures. ---

ConstantCells Evaluator::whole(const Expression& e) {
  const Deeper deeper(*this);
  switch (e.kind) {
    case Kind::choice:
      if (!e.is_place) return truth(*e.a) ? whole(*e.b) : whole(*e.c);
      break;
    case Kind::sequence: discard(*e.a); return whole(*e.b);
    case Kind::call:
      if (!e.is_place) return called(e);
      break;
    case Kind::field:
      if (!e.is_place) return part_of_value(e);
      break;
    case Kind::object: return constructed(e);
    case Kind::convert:
      if (e.a->type.plain() == e.type.plain()) return whole(*e.a);
      throw NotConstant{};
    default: break;
  }
  const Expression& at = e.kind == Kind::load ? *e.a : e;
  if (!at.is_place || at.type.is_volatile()) throw NotConstant{};
  const std::span<const ConstantCell> cells = memory_.read(place(at), at.type);
  work(cells.size());
  return {cells.begin(), cells.end()};
}

// A field of a temporary value: `make(1, 2).x`.
ConstantCells Evaluator::part_of_value(const Expression& e) {
  const std::size_t first = memory_.first_cell_of(e.a->type, *e.field), size = memory_.cells_of(e.field->type);
  ConstantCells all;
  append(all, e.a->type, *e.a);
  return {all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(first + size)};
}

// Appends the value of `from` as a value of `type`.
void Evaluator::append(ConstantCells& to, Type type, const Expression& from) {
  if (type.is_scalar()) return to.push_back(stored(type, scalar(from)));
  const std::size_t size = memory_.cells_of(type);
  work(size);
  if (from.kind == Kind::zero) return append_zero(to, type);
  if (from.kind == Kind::aggregate) return append_parts(to, type, from);
  const ConstantCells cells = whole(from);
  if (cells.size() != size) throw NotConstant{};
  to.insert(to.end(), cells.begin(), cells.end());
}

void Evaluator::append_parts(ConstantCells& to, Type type, const Expression& aggregate) {
  const Deeper deeper(*this);
  const auto& list = aggregate.list;
  if (type.is_array()) {
    if (list.size() > type->count) throw NotConstant{};
    for (const Expression* const part : list) append(to, type.inner(), *part);
    return append_zeros(to, type.inner(), type->count - list.size());
  }
  const std::span<const Field> fields = type->structure->fields;
  if (list.size() > fields.size()) throw NotConstant{};
  for (std::size_t n = 0; n < fields.size(); ++n) {
    if (n < list.size())
      append(to, fields[n].type, *list[n]);
    else
      append_zero(to, fields[n].type);
  }
}

void Evaluator::append_zeros(ConstantCells& to, Type type, std::uint64_t count) {
  ConstantCells one;
  if (count > 0) append_zero(one, type);
  for (; count > 0 && !one.empty(); --count) to.insert(to.end(), one.begin(), one.end());
}

// Only for types that memory has cells for.
void Evaluator::append_zero(ConstantCells& to, Type type) {
  if (type.is_structure()) {
    for (const Field& field : type->structure->fields) append_zero(to, field.type);
  } else if (type.is_array()) {
    append_zeros(to, type.inner(), type->count);
  } else {
    to.push_back(is_foldable(type) ? ConstantCell::of(Value::of(number_kind(type), std::int64_t{0}))
                                   : ConstantCell::of(Pointer{}));
  }
}

std::optional<Value> evaluate_on_host(const Expression& expression, int& steps) {
  constexpr int most_steps = 200000;
  ConstantMemory memory;
  const int allowed = std::min(steps, most_steps);
  Evaluator evaluator(memory, allowed, true);
  std::optional<Value> value;
  try {
    value = evaluator.number(expression);
  } catch (const NotConstant&) {
    value.reset();
  }
  steps -= allowed - evaluator.steps_left();
  return value;
}

}  // namespace tilescope::language
