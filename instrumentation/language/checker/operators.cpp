#include "instrumentation/language/checker/operators.h"

#include "instrumentation/language/checker/checking.h"
#include "instrumentation/language/passes/walk.h"

namespace tilescope::language {

namespace {

// Adds the operator to the names, so that mistakes with one type but different operators differ.
Sentence of_sign(Mark op, Sentence sentence) {
  sentence.names.emplace_back(text(op));
  return sentence;
}

std::string by_members(Mark op) {
  switch (op) {
    case Mark::plus: return "add";
    case Mark::minus: return "subtract";
    case Mark::star: return "multiply";
    case Mark::slash: return "divide";
    default: return "combine";
  }
}

bool is_shift(Mark op) { return op == Mark::left || op == Mark::right; }

bool is_comparison(Mark op) {
  return op == Mark::less || op == Mark::greater || op == Mark::less_equal || op == Mark::greater_equal ||
         op == Mark::equal || op == Mark::not_equal;
}

bool wants_integers(Mark op) {
  return op == Mark::percent || op == Mark::ampersand || op == Mark::bar || op == Mark::caret || is_shift(op);
}

bool is_product(const Expression& e, Type type) {
  bool minus = false;
  const Expression* const product = product_under_signs(e, minus);
  return product != nullptr && product->type.plain() == type;
}

Fused fused(Mark op, const Expression* a, const Expression& b, Type type) {
  if ((op != Mark::plus && op != Mark::minus) || !type.is_floating()) return Fused::none;
  if (a != nullptr && is_product(*a, type)) return Fused::left;
  return is_product(b, type) ? Fused::right : Fused::none;
}

}  // namespace

Mark operator_of(Mark assignment) {
  switch (assignment) {
    case Mark::plus_equals: return Mark::plus;
    case Mark::minus_equals: return Mark::minus;
    case Mark::star_equals: return Mark::star;
    case Mark::slash_equals: return Mark::slash;
    case Mark::percent_equals: return Mark::percent;
    case Mark::and_equals: return Mark::ampersand;
    case Mark::bar_equals: return Mark::bar;
    case Mark::caret_equals: return Mark::caret;
    case Mark::left_equals: return Mark::left;
    case Mark::right_equals: return Mark::right;
    default: return Mark::none;
  }
}

Expression* Operators::two(ExpressionKind kind, Type type, const Expression* a, const Expression* b, Place at) {
  Expression* const e = build_.node(kind, type, joined(a->place, b->place));
  e->a = a;
  e->b = b;
  e->at = at;
  return e;
}

const Expression* Operators::no_operator(Mark op, const Expression& a, const Expression& b, Place at) {
  std::string mend;
  const auto pointer_mend = [&](const Expression& p, const Expression& other) {
    if (p.type.is_pointer() && is_number(other.type) && p.type.inner().is_arithmetic())
      mend = "did you mean one of its elements, with [ ]?";
  };
  pointer_mend(a, b);
  pointer_mend(b, a);
  const std::string sign = text(op);
  for (const Expression* const e : {&a, &b})
    if (e->type.is_structure() && e->type->structure->vector > 0) {
      if (told.first(sign + name_of(e->type)))
        diagnostics_.error(at, Mistake::no_operator,
                           of_sign(op, "CUDA has no operator " + sign + " for " + quoted(e->type)),
                           by_members(op) + " the members x, y, ... one by one, or write an operator" + sign);
      return build_.broken(joined(a.place, b.place));
    }
  if (wants_integers(op) && (a.type.is_floating() || b.type.is_floating())) {
    const Type real = a.type.is_floating() ? a.type : b.type;
    diagnostics_.error(at, Mistake::integers_wanted,
                       of_sign(op, sign + " takes integers, but this is " + with_article(real)),
                       op == Mark::percent ? "use fmodf for floats"
                       : op == Mark::caret ? "use powf for powers"
                                           : "");
    return build_.broken(joined(a.place, b.place));
  }
  const bool is_own = a.type.is_structure() || b.type.is_structure();
  if (!is_own || told.first(sign + name_of(a.type) + sign + name_of(b.type)))
    diagnostics_.error(
        at, Mistake::no_operator,
        of_sign(op, "there is no operator " + sign + " for " + quoted(a.type) + " and " + quoted(b.type)), mend);
  return build_.broken(joined(a.place, b.place));
}

const Expression* Operators::binary(Mark op, const Expression* a, const Expression* b, Place at) {
  if (op == Mark::and_and || op == Mark::bar_bar) return logical(op, a, b, at);
  a = build_.value(a);
  b = build_.value(b);
  if (a->kind == ExpressionKind::broken || b->kind == ExpressionKind::broken)
    return build_.broken(joined(a->place, b->place));
  if (a->type.is_pointer() || b->type.is_pointer() || a->type.is(TypeKind::null) || b->type.is(TypeKind::null))
    return pointers(op, a, b, at);
  if (is_comparison(op)) return compared(op, a, b, at);
  return arithmetic(op, a, b, at);
}

const Expression* Operators::logical(Mark op, const Expression* a, const Expression* b, Place at) {
  a = build_.condition(a);
  b = build_.condition(b);
  if (a->kind == ExpressionKind::broken || b->kind == ExpressionKind::broken)
    return build_.broken(joined(a->place, b->place));
  const bool both = op == Mark::and_and;
  const Value* const first = Build::known(a);
  if (first != nullptr && first->truth() != both)
    return build_.constant(Value::boolean(!both), joined(a->place, b->place));
  if (first != nullptr && Build::known(b) != nullptr)
    return build_.constant(Value::boolean(Build::known(b)->truth()), joined(a->place, b->place));
  return two(both ? ExpressionKind::both : ExpressionKind::either, build_.type(TypeKind::bool_), a, b, at);
}

const Expression* Operators::compared(Mark op, const Expression* a, const Expression* b, Place at) {
  const bool same_enumeration = a->type.is_enumeration() && a->type == b->type;
  if (!same_enumeration && (!is_number(a->type) || !is_number(b->type))) return no_operator(op, *a, *b, at);
  const Type common = same_enumeration ? types_.promoted(a->type.inner())
                                       : types_.common(types_.promoted(a->type), types_.promoted(b->type));
  a = build_.converted(a, common);
  b = build_.converted(b, common);
  if (Build::known(a) != nullptr && Build::known(b) != nullptr)
    if (const Folded f = folded(op, *Build::known(a), *Build::known(b)); f.value)
      return build_.constant(*f.value, joined(a->place, b->place));
  Expression* const e = two(ExpressionKind::binary, build_.type(TypeKind::bool_), a, b, at);
  e->op = op;
  return e;
}

const Expression* Operators::arithmetic(Mark op, const Expression* a, const Expression* b, Place at) {
  if (!is_number(a->type) || !is_number(b->type)) return no_operator(op, *a, *b, at);
  if (wants_integers(op) && (a->type.is_floating() || b->type.is_floating())) return no_operator(op, *a, *b, at);
  const Type left = types_.promoted(a->type), right = types_.promoted(b->type);
  const Type result = is_shift(op) ? left : types_.common(left, right);
  a = build_.converted(a, result);
  b = build_.converted(b, is_shift(op) ? right : result);
  if (Build::known(a) != nullptr && Build::known(b) != nullptr) {
    const Folded f = folded(op, *Build::known(a), *Build::known(b));
    if (!f.undefined.empty())
      diagnostics_.warning(joined(a->place, b->place), Mistake::undefined_value, "this " + f.undefined);
    if (f.value) return build_.constant(*f.value, joined(a->place, b->place));
  } else if ((op == Mark::slash || op == Mark::percent) && result.is_integer() && Build::known(b) != nullptr &&
             !Build::known(b)->truth()) {
    diagnostics_.warning(at, Mistake::division_by_zero, "this divides by 0");
  }
  Expression* const e = two(ExpressionKind::binary, result, a, b, at);
  e->op = op;
  e->fused = fused(op, a, *b, result);
  return e;
}

const Expression* Operators::pointers(Mark op, const Expression* a, const Expression* b, Place at) {
  const auto integer = [&](const Expression* e) {
    return e->type.is_integer() || (is_number(e->type) && !e->type.is_floating());
  };
  const auto walks = [&](const Expression* p) { return p->type.is_pointer() && !p->type.inner().is_void(); };
  if (op == Mark::plus && integer(a) && walks(b)) std::swap(a, b);
  if ((op == Mark::plus || op == Mark::minus) && walks(a) && integer(b)) {
    Expression* const e =
        two(ExpressionKind::offset, a->type.plain(), a, build_.converted(b, types_.promoted(b->type)), at);
    e->op = op;
    return e;
  }
  const bool alike = a->type.is_pointer() && b->type.is_pointer() && a->type.inner().plain() == b->type.inner().plain();
  if (op == Mark::minus && alike && walks(a))
    return two(ExpressionKind::distance, build_.type(TypeKind::long_), a, b, at);
  if (!is_comparison(op)) return no_operator(op, *a, *b, at);
  const bool null = is_null(*a) || is_null(*b);
  const bool any =
      a->type.is_pointer() && b->type.is_pointer() && (a->type.inner().is_void() || b->type.inner().is_void());
  if (!alike && !null && !any) {
    diagnostics_.error(at, Mistake::compared_types,
                       with_article(a->type) + " cannot be compared with " + with_article(b->type));
    return build_.broken(joined(a->place, b->place));
  }
  const Type common = a->type.is_pointer() ? a->type : b->type;
  Expression* const e = two(ExpressionKind::binary, build_.type(TypeKind::bool_), build_.converted(a, common),
                            build_.converted(b, common), at);
  e->op = op;
  return e;
}

const Expression* Operators::unary(Mark op, const Expression* a, Place place) {
  if (a->kind == ExpressionKind::broken) return a;
  const Place at{place.offset, 1};
  if (op == Mark::bang) {
    a = build_.condition(a);
    if (a->kind == ExpressionKind::broken) return a;
    if (Build::known(a) != nullptr) return build_.constant(Value::boolean(!Build::known(a)->truth()), place);
    Expression* const e = build_.node(ExpressionKind::invert, build_.type(TypeKind::bool_), place);
    e->a = a;
    return e;
  }
  a = build_.value(a);
  if (op == Mark::plus && a->type.is_pointer()) return a;
  if (!is_number(a->type) || (op == Mark::tilde && a->type.is_floating())) {
    diagnostics_.error(at, Mistake::no_operator,
                       of_sign(op, std::string("there is no operator ") + text(op) + " for " + with_article(a->type)));
    return build_.broken(place);
  }
  a = build_.converted(a, types_.promoted(a->type));
  if (Build::known(a) != nullptr)
    if (const Folded f = folded(op, *Build::known(a)); f.value) return build_.constant(*f.value, place);
  if (op == Mark::plus) return a;
  Expression* const e =
      build_.node(op == Mark::minus ? ExpressionKind::negate : ExpressionKind::complement, a->type, place);
  e->a = a;
  return e;
}

bool Operators::writable(const Expression& e, Place at) {
  if (e.kind == ExpressionKind::broken) return false;
  if (!e.is_place) {
    diagnostics_.error(e.place, Mistake::stored_in_value, "this is a value, so nothing can be stored in it",
                       e.kind == ExpressionKind::binary && e.op == Mark::equal ? "did you mean = instead of ==?" : "");
    return false;
  }
  if (e.kind == ExpressionKind::variable && e.variable->space == Space::place) {
    diagnostics_.error(e.place, Mistake::unchangeable, quoted(e.variable->name) + " cannot be changed");
    return false;
  }
  if (e.type.is_array()) {
    diagnostics_.error(
        at, Mistake::array_assigned, "an array cannot be assigned as a whole",
        e.kind == ExpressionKind::element ? "write one more index before it" : "assign its elements one by one");
    return false;
  }
  const Expression* root = &e;
  while (root->kind == ExpressionKind::field ||
         (root->kind == ExpressionKind::element && root->a->kind == ExpressionKind::decay))
    root = root->kind == ExpressionKind::field ? root->a : root->a->a;
  if (root->kind == ExpressionKind::variable && root->variable->space == Space::constant) {
    diagnostics_.error(e.place, Mistake::constant_memory_changed,
                       quoted(root->variable->name) + " is __constant__: a kernel cannot change it");
    return false;
  }
  if (!e.type.is_const()) return true;
  if (root->kind == ExpressionKind::variable)
    diagnostics_.error(e.place, Mistake::const_changed,
                       quoted(root->variable->name) + " is const and cannot be changed");
  else
    diagnostics_.error(e.place, Mistake::const_changed, "this is const and cannot be changed");
  return false;
}

const Expression* Operators::assign(const Expression* to, const Expression* from, Place at) {
  if (to->kind == ExpressionKind::broken || from->kind == ExpressionKind::broken || !writable(*to, at))
    return build_.broken(joined(to->place, from->place));
  const Expression* const adapted_value = build_.adapted(from, to->type.plain());
  if (adapted_value == nullptr) {
    const Expression* const v = build_.value(from);
    std::string mend;
    if (v->type.is_pointer() && v->type.inner().plain() == to->type.plain())
      mend = "did you mean one of its elements, with [ ]?";
    if (to->type.is_pointer() &&
        (to->type.inner().plain() == v->type.plain() || (is_number(to->type.inner().plain()) && is_number(v->type))))
      mend = "did you mean to assign to an element, with [ ]?";
    if (v->type.is_void()) {
      diagnostics_.error(from->place, Mistake::gives_no_value, no_value_of(*v));
      return build_.broken(joined(to->place, from->place));
    }
    diagnostics_.error(from->place, Mistake::not_stored,
                       with_article(v->type) + " cannot be stored in " + with_article(to->type), mend);
    return build_.broken(joined(to->place, from->place));
  }
  Expression* const e = two(ExpressionKind::assign, to->type, to, adapted_value, at);
  e->is_place = true;
  return e;
}

const Expression* Operators::compound(Mark op, const Expression* to, const Expression* b, Place at) {
  b = build_.value(b);
  const Place whole = joined(to->place, b->place);
  if (to->kind == ExpressionKind::broken || b->kind == ExpressionKind::broken || !writable(*to, at))
    return build_.broken(whole);
  const Mark what = operator_of(op);
  const bool walks = to->type.is_pointer() && (what == Mark::plus || what == Mark::minus);
  Type computed;
  if (walks && is_number(b->type) && !b->type.is_floating()) {
    computed = to->type.plain();
    b = build_.converted(b, types_.promoted(b->type));
  } else {
    const bool floating = to->type.is_floating() || b->type.is_floating();
    if (!is_number(to->type) || !is_number(b->type) || to->type.is_enumeration() || (wants_integers(what) && floating))
      return no_operator(what, *to, *b, at);
    const Type left = types_.promoted(to->type), right = types_.promoted(b->type);
    computed = is_shift(what) ? left : types_.common(left, right);
    b = build_.converted(b, is_shift(what) ? right : computed);
    if ((what == Mark::slash || what == Mark::percent) && computed.is_integer() && Build::known(b) != nullptr &&
        !Build::known(b)->truth())
      diagnostics_.warning(at, Mistake::division_by_zero, "this divides by 0");
  }
  Expression* const e = two(ExpressionKind::compound, to->type, to, b, at);
  e->op = what;
  e->computed = computed;
  e->fused = fused(what, nullptr, *b, computed);
  e->is_place = true;
  return e;
}

const Expression* Operators::increment(Mark op, bool before, const Expression* a, Place place) {
  if (a->kind == ExpressionKind::broken || !writable(*a, place)) return build_.broken(place);
  const bool walks = a->type.is_pointer() && !a->type.inner().is_void();
  if (!walks && (!a->type.is_arithmetic() || a->type.is(TypeKind::bool_))) {
    diagnostics_.error(place, Mistake::no_operator,
                       of_sign(op, std::string("there is no operator ") + text(op) + " for " + with_article(a->type)));
    return build_.broken(place);
  }
  Expression* const e = build_.node(ExpressionKind::increment, before ? a->type : a->type.plain(), place);
  e->a = a;
  e->op = op;
  e->before = before;
  e->is_place = before;
  return e;
}

const Expression* Operators::choice(const Expression* c, const Expression* a, const Expression* b) {
  c = build_.condition(c);
  const Place whole = joined(c->place, b->place);
  const auto is_broken = [](const Expression* e) { return e->kind == ExpressionKind::broken; };
  if (is_broken(c) || is_broken(a) || is_broken(b)) return build_.broken(whole);
  const auto made = [&](const Expression* x, const Expression* y, Type type, bool is_place) -> const Expression* {
    if (Build::known(c) != nullptr && !is_place) return Build::known(c)->truth() ? x : y;
    Expression* const e = build_.node(ExpressionKind::choice, type, whole);
    e->a = c;
    e->b = x;
    e->c = y;
    e->is_place = is_place;
    return e;
  };
  if (a->is_place && b->is_place && a->type == b->type && !a->type.is_array() &&
      Build::known(build_.value(a)) == nullptr && Build::known(build_.value(b)) == nullptr)
    return made(a, b, a->type, true);
  a = build_.value(a);
  b = build_.value(b);
  if (a->type.plain() == b->type.plain()) return made(a, b, a->type.plain(), false);
  if (is_number(a->type) && is_number(b->type)) {
    const Type common = types_.common(types_.promoted(a->type), types_.promoted(b->type));
    return made(build_.converted(a, common), build_.converted(b, common), common, false);
  }
  for (const Type to : {a->type, b->type})
    if (const Expression* const x = build_.adapted(a, to), * const y = build_.adapted(b, to);
        x != nullptr && y != nullptr)
      return made(x, y, to.plain(), false);
  diagnostics_.error(joined(a->place, b->place), Mistake::two_outcomes,
                     "?: yields " + with_article(a->type) + " if true, but " + with_article(b->type) + " if false");
  return build_.broken(whole);
}

const Expression* Operators::sequence(const Expression* a, const Expression* b) {
  if (b->kind == ExpressionKind::broken) return b;
  Expression* const e = two(ExpressionKind::sequence, b->type, a, b, joined(a->place, b->place));
  e->is_place = b->is_place;
  return e;
}

const Expression* Operators::dereference(const Expression* pointer, Place place) {
  pointer = build_.value(pointer);
  if (pointer->kind == ExpressionKind::broken) return pointer;
  if (!pointer->type.is_pointer() || pointer->type.inner().is_void()) {
    diagnostics_.error(place, Mistake::points_to_nothing,
                       with_article(pointer->type) + " cannot be dereferenced with *");
    return build_.broken(place);
  }
  if (pointer->kind == ExpressionKind::address) return pointer->a;
  Expression* const e = build_.node(ExpressionKind::dereference, pointer->type.inner(), place);
  e->a = pointer;
  e->is_place = true;
  return e;
}

const Expression* Operators::address(const Expression* object, Place whole) {
  if (object->kind == ExpressionKind::broken) return object;
  if (!object->is_place) {
    diagnostics_.error(whole, Mistake::address_of_value,
                       "only a variable or an element has an address, but this is a value");
    return build_.broken(whole);
  }
  if (build_.tell_of_host(*object)) return build_.broken(whole);
  Expression* const e = build_.node(ExpressionKind::address, types_.pointer_to(object->type), whole);
  e->a = object;
  return e;
}

const Expression* Operators::element(const Expression* a, const Expression* b, Place place) {
  const auto index = [](const Expression* e) { return is_number(e->type) || e->type.is_enumeration(); };
  a = build_.value(a);
  b = build_.value(b);
  if (a->kind == ExpressionKind::broken || b->kind == ExpressionKind::broken) return build_.broken(place);
  if (index(a) && b->type.is_pointer()) std::swap(a, b);
  if (!a->type.is_pointer()) {
    diagnostics_.error(a->place, Mistake::indexed_value,
                       "[ ] needs an array or a pointer before it, but this is " + with_article(a->type));
    return build_.broken(place);
  }
  if (!index(b) || b->type.is_floating() || (b->type.is_enumeration() && b->type->enumeration->scoped)) {
    diagnostics_.error(b->place, Mistake::index_type,
                       "an index must be an integer, but this is " + with_article(b->type),
                       b->type.is_floating() ? Mend::write_before("(int)") : "");
    return build_.broken(place);
  }
  if (a->type.inner().is_void() || a->type.inner()->size == 0) {
    diagnostics_.error(a->place, Mistake::no_elements, with_article(a->type) + " has no elements");
    return build_.broken(place);
  }
  Expression* const e = build_.node(ExpressionKind::element, a->type.inner(), place);
  e->a = a;
  e->b = build_.converted(b, types_.promoted(b->type));
  e->is_place = true;
  return e;
}

const Expression* Operators::field(const Expression* object, const Field& field, Place place) {
  Type type = field.type;
  if (type.is_reference()) {
    type = type.inner();
  } else {
    type = type.qualified_as(object->type);
  }
  if (type.is_unknown()) return build_.broken(place);
  Expression* const e = build_.node(ExpressionKind::field, type, place);
  e->a = object;
  e->field = &field;
  e->is_place = object->is_place || field.type.is_reference();
  return e;
}

}  // namespace tilescope::language
