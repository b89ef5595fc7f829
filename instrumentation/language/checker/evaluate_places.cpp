// Places of objects in constant expressions, and assignments to them.
#include "instrumentation/language/checker/build.h"
#include "instrumentation/language/checker/evaluator.h"

namespace tilescope::language {

using Kind = ExpressionKind;

Evaluator::Pointer Evaluator::place(const Expression& e) {
  const Deeper deeper(*this);
  switch (e.kind) {
    case Kind::variable: return place_of(*e.variable);
    case Kind::string: return memory_.string(e.text);
    case Kind::dereference: return pointer(*e.a);
    case Kind::element: {
      const Pointer from = pointer(*e.a);
      return moved(from, number(*e.b), false);
    }
    case Kind::field: {
      const Pointer of = place(*e.a);
      return memory_.part(of, e.a->type, memory_.first_cell_of(e.a->type, *e.field), 1);
    }
    case Kind::assign: return assigned(e);
    case Kind::compound: return compounded(e);
    case Kind::increment: return stepped(e);
    case Kind::choice: return truth(*e.a) ? place(*e.b) : place(*e.c);
    case Kind::sequence: discard(*e.a); return place(*e.b);
    case Kind::keep: {
      ConstantCells cells;
      append(cells, e.a->type, *e.a);
      return memory_.make(std::move(cells));
    }
    case Kind::call: {
      const ConstantCell to = only(called(e));
      if (!e.is_place || to.kind != ConstantCell::Kind::pointer) throw NotConstant{};
      return to.pointer;
    }
    case Kind::reinterpret:
      if (e.a->is_place && same_but_const(e.a->type, e.type)) return place(*e.a);
      throw NotConstant{};
    default: throw NotConstant{};
  }
}

Evaluator::Pointer Evaluator::place_of(const Variable& variable) {
  if (const auto own = variables_.find(&variable); own != variables_.end()) return own->second;
  if (const Pointer* const known = memory_.constant(variable)) return *known;
  return constant(variable);
}

// A variable from outside: only if it never changes.
Evaluator::Pointer Evaluator::constant(const Variable& v) {
  const bool is_reference = v.type.is_reference();
  const Type type = is_reference ? v.type.inner() : v.type;
  const bool stays = (v.space == Space::fixed || v.space == Space::local) && (v.is_constexpr || holds_const(type));
  if (!stays || type.is_volatile() || v.init == nullptr) throw NotConstant{};
  Variables none;
  std::swap(none, variables_);
  if (is_reference && v.init->kind != Kind::keep) {
    memory_.keep_reference(v, place(*v.init));
  } else {
    ConstantCells cells;
    append(cells, type, is_reference ? *v.init->a : *v.init);
    memory_.keep(v, std::move(cells));
  }
  std::swap(none, variables_);
  return *memory_.constant(v);
}

// Converts to the type of the place.
ConstantCell Evaluator::stored(Type type, const ConstantCell& cell) const {
  const bool number = type.is_arithmetic() || type.is_enumeration();
  if (number != (cell.kind == ConstantCell::Kind::number)) throw NotConstant{};
  if (!number) return cell.kind == ConstantCell::Kind::pointer ? cell : throw NotConstant{};
  const TypeKind kind = number_kind(type);
  return cell.number.kind == kind ? cell : ConstantCell::of(known(folded(cell.number, kind)));
}

void Evaluator::store(const Pointer& to, Type type, const ConstantCell& cell) {
  const ConstantCell made = stored(type, cell);
  memory_.write(to, type, std::span(&made, 1));
}

Evaluator::Pointer Evaluator::assigned(const Expression& e) {
  const Type type = e.a->type;
  if (type.is_volatile()) throw NotConstant{};
  ConstantCells cells;
  append(cells, type, *e.b);
  const Pointer to = place(*e.a);
  memory_.write(to, type, cells);
  return to;
}

Evaluator::Pointer Evaluator::compounded(const Expression& e) {
  const Value by = number(*e.b);
  const Pointer to = place(*e.a);
  if (!e.a->type.is_scalar()) throw NotConstant{};
  const ConstantCell before = memory_.read(to, e.a->type)[0];
  if (e.computed.is_pointer()) {
    if (before.kind != ConstantCell::Kind::pointer) throw NotConstant{};
    store(to, e.a->type, ConstantCell::of(moved(before.pointer, by, e.op == Mark::minus)));
    return to;
  }
  if (before.kind != ConstantCell::Kind::number || e.a->type.is_volatile()) throw NotConstant{};
  const Value now = known(folded(before.number, number_kind(e.computed)));
  store(to, e.a->type, ConstantCell::of(known(folded(e.op, now, by))));
  return to;
}

Evaluator::Pointer Evaluator::stepped(const Expression& e) {
  const Pointer to = place(*e.a);
  const Type type = e.a->type;
  if (!type.is_scalar()) throw NotConstant{};
  const bool back = e.op == Mark::minus_minus;
  const ConstantCell before = memory_.read(to, type)[0];
  const Value one = Value::of(TypeKind::int_, std::int64_t{1});
  if (type.is_volatile() || before.kind == ConstantCell::Kind::unset) throw NotConstant{};
  if (before.kind == ConstantCell::Kind::pointer) {
    store(to, type, ConstantCell::of(moved(before.pointer, one, back)));
    return to;
  }
  const TypeKind kind = promotes(before.number.kind) ? TypeKind::int_ : before.number.kind;
  const Folded after =
      folded(back ? Mark::minus : Mark::plus, known(folded(before.number, kind)), known(folded(one, kind)));
  store(to, type, ConstantCell::of(known(after)));
  return to;
}

}  // namespace tilescope::language
