#include "instrumentation/language/checker/build.h"

#include "instrumentation/language/passes/walk.h"

namespace tilescope::language {

namespace {

// Of two mistakes with one type, each operator's is another.
Sentence of_sign(Mark op, Sentence sentence) {
  sentence.names.emplace_back(text(op));
  return sentence;
}

bool is_shift(Mark op) { return op == Mark::left || op == Mark::right; }

bool is_comparison(Mark op) {
  return op == Mark::less || op == Mark::greater || op == Mark::less_equal || op == Mark::greater_equal ||
         op == Mark::equal || op == Mark::not_equal;
}

bool wants_integers(Mark op) {
  return op == Mark::percent || op == Mark::ampersand || op == Mark::bar || op == Mark::caret || is_shift(op);
}

bool is_number(Type type) { return type.is_arithmetic() || (type.is_enumeration() && !type->enumeration->scoped); }

// A 0 that is written as one, or nullptr.
bool is_null(const Expression& e) {
  if (e.type.is(TypeKind::null)) return true;
  return e.kind == ExpressionKind::constant && e.type.is_integer() && e.value->integer == 0;
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

// May a pointer to `from` be used where one to `to` is wanted?
bool pointee_fits(Type from, Type to) {
  if ((from.is_const() && !to.is_const()) || (from.is_volatile() && !to.is_volatile())) return false;
  if (to.is_void() || from.plain() == to.plain()) return true;
  return from.is_array() && to.is_array() && (from->count == to->count || to->count == 0) &&
         pointee_fits(from.inner(), to.inner()) && to.inner().plain() == from.inner().plain();
}

}  // namespace

bool same_but_const(Type have, Type wanted) {
  for (; have.is_array() && wanted.is_array(); have = have.inner(), wanted = wanted.inner())
    if (have->count != wanted->count && wanted->count != 0) return false;
  return have.plain() == wanted.plain();
}

bool holds_const(Type type) {
  bool any = type.is_const();
  for (; type.is_array(); type = type.inner()) any |= type.inner().is_const();
  return any;
}

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

TypeKind number_kind(Type type) { return type.is_enumeration() ? type.inner().kind() : type.kind(); }

Expression* Build::node(ExpressionKind kind, Type type, Place place) {
  Expression* const e = arena_.make<Expression>();
  e->kind = kind;
  e->type = type;
  e->place = e->at = place;
  return e;
}

Expression* Build::two(ExpressionKind kind, Type type, const Expression* a, const Expression* b, Place at) {
  Expression* const e = node(kind, type, joined(a->place, b->place));
  e->a = a;
  e->b = b;
  e->at = at;
  return e;
}

const Expression* Build::broken(Place place) { return node(ExpressionKind::broken, Type(), place); }

const Expression* Build::constant(const Value& value, Type type, Place place) {
  Expression* const e = node(ExpressionKind::constant, type, place);
  e->value = kept(value);
  return e;
}
const Expression* Build::constant(const Value& value, Place place) { return constant(value, type(value.kind), place); }
const Expression* Build::integer(std::int64_t value, Place place) {
  return constant(Value::of(TypeKind::int_, value), place);
}

const Expression* Build::zero(Type type, Place place) { return node(ExpressionKind::zero, type.plain(), place); }

const Expression* Build::variable(const Variable& variable, Place place) {
  const Type type = variable.type.is_reference() ? variable.type.inner() : variable.type;
  if (type.is_unknown()) return broken(place);
  Expression* const e = node(ExpressionKind::variable, type, place);
  e->variable = &variable;
  e->is_place = true;
  return e;
}

const Value* Build::known(const Expression* e) { return e->kind == ExpressionKind::constant ? e->value : nullptr; }
std::optional<std::int64_t> Build::known_integer(const Expression* e) {
  const Value* const v = known(e);
  return v != nullptr && !v->is_floating() ? v->as_integer() : std::nullopt;
}

// What a place holds that is a part of a constant, by how that began; null where it is not known.
const Expression* Build::known_part(const Expression& place) {
  if (place.type.is_volatile()) return nullptr;
  if (place.kind == ExpressionKind::variable) {
    const Variable& v = *place.variable;
    const bool stays = (v.space == Space::fixed || v.space == Space::local) && holds_const(v.type);
    return stays ? v.init : nullptr;
  }
  const bool element = place.kind == ExpressionKind::element && place.a->kind == ExpressionKind::decay;
  if (!element && place.kind != ExpressionKind::field) return nullptr;
  const Expression* const whole = known_part(element ? *place.a->a : *place.a);
  if (whole == nullptr) return nullptr;
  if (whole->kind == ExpressionKind::zero) return zero(place.type, place.place);
  if (whole->kind != ExpressionKind::aggregate) return nullptr;
  std::size_t at = 0;
  if (element) {
    const auto index = known_integer(place.b);
    if (!index || *index < 0 || static_cast<std::uint64_t>(*index) >= place.a->a->type->count) return nullptr;
    at = static_cast<std::size_t>(*index);
  } else {
    const auto fields = whole->type->structure->fields;
    if (whole->type->structure->is_union) return nullptr;
    while (at < fields.size() && &fields[at] != place.field) ++at;
  }
  return at < whole->list.size() ? whole->list[at] : zero(place.type, place.place);
}

// A constant of the file has no place in a GPU's memory: only its values are there, where they are known.
bool Build::tell_of_host(const Expression& place) {
  const Expression* root = &place;
  while (root->kind == ExpressionKind::field ||
         (root->kind == ExpressionKind::element && root->a->kind == ExpressionKind::decay))
    root = root->kind == ExpressionKind::field ? root->a : root->a->a;
  if (root->kind != ExpressionKind::variable || root->variable->space != Space::fixed || only_constants) return false;
  diagnostics_.error(place.place, Mistake::address_of_host,
                     quoted(root->variable->name) + " is the host's, and its address means nothing in a kernel",
                     Mend::write_before("__constant__"));
  return true;
}

const Expression* Build::value(const Expression* e) {
  if (e->kind == ExpressionKind::broken) return e;
  if (e->type.is_array()) {
    const Expression* const array = e->is_place ? e : keep(e);
    Expression* const d =
        node(ExpressionKind::decay, types_.pointer_to(e->type.inner().qualified_as(e->type)), e->place);
    d->a = array;
    return d;
  }
  if (!e->is_place) return e;
  if (e->kind == ExpressionKind::variable && e->variable->value != nullptr && !e->type.is_volatile())
    return constant(*e->variable->value, e->type.plain(), e->place);
  if (e->kind == ExpressionKind::field || e->kind == ExpressionKind::element)
    if (const Expression* const part = known_part(*e); part != nullptr && e->type.is_arithmetic()) {
      if (part->kind == ExpressionKind::zero) return constant(Value::of(e->type.kind(), std::int64_t{0}), e->place);
      if (known(part) != nullptr) return constant(*known(part), e->type.plain(), e->place);
    }
  if (tell_of_host(*e)) return broken(e->place);
  Expression* const l = node(ExpressionKind::load, e->type.plain(), e->place);
  l->a = e;
  return l;
}

const Expression* Build::keep(const Expression* value) {
  Expression* const k = node(ExpressionKind::keep, value->type, value->place);
  k->a = value;
  k->is_place = true;
  return k;
}

const Expression* Build::converted(const Expression* e, Type to) {
  to = to.plain();
  if (e->kind == ExpressionKind::broken || e->type.plain() == to) return e;
  if (to.is_unknown()) return broken(e->place);
  const bool numbers =
      (to.is_arithmetic() || to.is_enumeration()) && (e->type.is_arithmetic() || e->type.is_enumeration());
  if (numbers && known(e) != nullptr) {
    const Folded f = folded(*e->value, number_kind(to));
    if (f.undefined.empty() || !only_constants) return constant(*f.value, to, e->place);
  }
  Expression* const c = node(ExpressionKind::convert, to, e->place);
  c->a = e;
  return c;
}

Fit Build::fit(const Expression& e, Type to) const {
  Type from = e.type.plain();
  if (from.is_array()) {
    if (!to.is_pointer()) return Fit::none;
    const Type element = e.type.inner().qualified_as(e.type);
    if (to.inner() == element) return Fit::exact;
    return pointee_fits(element, to.inner()) ? (to.inner().is_void() ? Fit::converted : Fit::qualified) : Fit::none;
  }
  to = to.plain();
  if (from.is_unknown() || to.is_unknown() || from == to) return Fit::exact;
  if (is_number(from) && to.is_arithmetic()) {
    if (types_.promoted(from) == to && !from.is_floating()) return Fit::promoted;
    return from.is(TypeKind::float_) && to.is(TypeKind::double_) ? Fit::promoted : Fit::converted;
  }
  if (to.is_pointer() && from.is_pointer()) {
    if (!pointee_fits(from.inner(), to.inner())) return Fit::none;
    return to.inner().is_void() && !from.inner().is_void() ? Fit::converted : Fit::qualified;
  }
  if (to.is_pointer() && is_null(e)) return Fit::converted;
  if (to.is(TypeKind::bool_) && (from.is_pointer() || from.is(TypeKind::null))) return Fit::converted;
  return Fit::none;
}

const Expression* Build::adapted(const Expression* e, Type to) {
  if (e->kind == ExpressionKind::broken || to.is_unknown()) return e;
  return fit(*e, to) == Fit::none ? nullptr : converted(value(e), to);
}

const Expression* Build::condition(const Expression* e) {
  e = value(e);
  if (e->kind == ExpressionKind::broken) return e;
  if (const Expression* const b = adapted(e, type(TypeKind::bool_))) return b;
  diagnostics_.error(e->place, Mistake::no_truth, with_article(e->type) + " is neither true nor false");
  return broken(e->place);
}

const Expression* Build::no_operator(Mark op, const Expression& a, const Expression& b, Place at) {
  std::string mend;
  const auto pointer_mend = [&](const Expression& p, const Expression& other) {
    if (p.type.is_pointer() && is_number(other.type) && p.type.inner().is_arithmetic())
      mend = "did you mean an element of it, with [ ]?";
  };
  pointer_mend(a, b);
  pointer_mend(b, a);
  const std::string sign = text(op);
  for (const Expression* const e : {&a, &b})
    if (e->type.is_structure() && e->type->structure->vector > 0) {
      if (told.first(sign + name_of(e->type)))
        diagnostics_.error(at, Mistake::no_operator, of_sign(op, "CUDA has no " + sign + " for " + quoted(e->type)),
                           "do it for x, y and so on, or write an operator" + sign);
      return broken(joined(a.place, b.place));
    }
  if (wants_integers(op) && (a.type.is_floating() || b.type.is_floating())) {
    const Type real = a.type.is_floating() ? a.type : b.type;
    diagnostics_.error(at, Mistake::integers_wanted,
                       of_sign(op, sign + " takes integers, and this is " + with_article(real)),
                       op == Mark::percent ? "fmodf does it for floats"
                       : op == Mark::caret ? "powf computes powers"
                                           : "");
    return broken(joined(a.place, b.place));
  }
  const bool is_own = a.type.is_structure() || b.type.is_structure();
  if (!is_own || told.first(sign + name_of(a.type) + sign + name_of(b.type)))
    diagnostics_.error(
        at, Mistake::no_operator,
        of_sign(op, "there is no " + sign + " of " + with_article(a.type) + " and " + with_article(b.type)), mend);
  return broken(joined(a.place, b.place));
}

const Expression* Build::binary(Mark op, const Expression* a, const Expression* b, Place at) {
  if (op == Mark::and_and || op == Mark::bar_bar) return logical(op, a, b, at);
  a = value(a);
  b = value(b);
  if (a->kind == ExpressionKind::broken || b->kind == ExpressionKind::broken) return broken(joined(a->place, b->place));
  if (a->type.is_pointer() || b->type.is_pointer() || a->type.is(TypeKind::null) || b->type.is(TypeKind::null))
    return pointers(op, a, b, at);
  if (is_comparison(op)) return compared(op, a, b, at);
  return arithmetic(op, a, b, at);
}

const Expression* Build::logical(Mark op, const Expression* a, const Expression* b, Place at) {
  a = condition(a);
  b = condition(b);
  if (a->kind == ExpressionKind::broken || b->kind == ExpressionKind::broken) return broken(joined(a->place, b->place));
  const bool both = op == Mark::and_and;
  const Value* const first = known(a);
  if (first != nullptr && first->truth() != both) return constant(Value::boolean(!both), joined(a->place, b->place));
  if (first != nullptr && known(b) != nullptr)
    return constant(Value::boolean(known(b)->truth()), joined(a->place, b->place));
  return two(both ? ExpressionKind::both : ExpressionKind::either, type(TypeKind::bool_), a, b, at);
}

const Expression* Build::compared(Mark op, const Expression* a, const Expression* b, Place at) {
  const bool same_enumeration = a->type.is_enumeration() && a->type == b->type;
  if (!same_enumeration && (!is_number(a->type) || !is_number(b->type))) return no_operator(op, *a, *b, at);
  const Type common = same_enumeration ? types_.promoted(a->type.inner())
                                       : types_.common(types_.promoted(a->type), types_.promoted(b->type));
  a = converted(a, common);
  b = converted(b, common);
  if (known(a) != nullptr && known(b) != nullptr)
    if (const Folded f = folded(op, *known(a), *known(b)); f.value)
      return constant(*f.value, joined(a->place, b->place));
  Expression* const e = two(ExpressionKind::binary, type(TypeKind::bool_), a, b, at);
  e->op = op;
  return e;
}

const Expression* Build::arithmetic(Mark op, const Expression* a, const Expression* b, Place at) {
  if (!is_number(a->type) || !is_number(b->type)) return no_operator(op, *a, *b, at);
  if (wants_integers(op) && (a->type.is_floating() || b->type.is_floating())) return no_operator(op, *a, *b, at);
  const Type left = types_.promoted(a->type), right = types_.promoted(b->type);
  const Type result = is_shift(op) ? left : types_.common(left, right);
  a = converted(a, result);
  b = converted(b, is_shift(op) ? right : result);
  if (known(a) != nullptr && known(b) != nullptr) {
    const Folded f = folded(op, *known(a), *known(b));
    if (!f.undefined.empty())
      diagnostics_.warning(joined(a->place, b->place), Mistake::undefined_value, "this " + f.undefined);
    if (f.value) return constant(*f.value, joined(a->place, b->place));
  } else if ((op == Mark::slash || op == Mark::percent) && result.is_integer() && known(b) != nullptr &&
             !known(b)->truth()) {
    diagnostics_.warning(at, Mistake::division_by_zero, "this divides by 0");
  }
  Expression* const e = two(ExpressionKind::binary, result, a, b, at);
  e->op = op;
  e->fused = fused(op, a, *b, result);
  return e;
}

const Expression* Build::pointers(Mark op, const Expression* a, const Expression* b, Place at) {
  const auto integer = [&](const Expression* e) {
    return e->type.is_integer() || (is_number(e->type) && !e->type.is_floating());
  };
  const auto walks = [&](const Expression* p) { return p->type.is_pointer() && !p->type.inner().is_void(); };
  if (op == Mark::plus && integer(a) && walks(b)) std::swap(a, b);
  if ((op == Mark::plus || op == Mark::minus) && walks(a) && integer(b)) {
    Expression* const e = two(ExpressionKind::offset, a->type.plain(), a, converted(b, types_.promoted(b->type)), at);
    e->op = op;
    return e;
  }
  const bool alike = a->type.is_pointer() && b->type.is_pointer() && a->type.inner().plain() == b->type.inner().plain();
  if (op == Mark::minus && alike && walks(a)) return two(ExpressionKind::distance, type(TypeKind::long_), a, b, at);
  if (!is_comparison(op)) return no_operator(op, *a, *b, at);
  const bool null = is_null(*a) || is_null(*b);
  const bool any =
      a->type.is_pointer() && b->type.is_pointer() && (a->type.inner().is_void() || b->type.inner().is_void());
  if (!alike && !null && !any) {
    diagnostics_.error(at, Mistake::compared_types,
                       with_article(a->type) + " is compared with " + with_article(b->type));
    return broken(joined(a->place, b->place));
  }
  const Type common = a->type.is_pointer() ? a->type : b->type;
  Expression* const e =
      two(ExpressionKind::binary, type(TypeKind::bool_), converted(a, common), converted(b, common), at);
  e->op = op;
  return e;
}

const Expression* Build::unary(Mark op, const Expression* a, Place place) {
  if (a->kind == ExpressionKind::broken) return a;
  const Place at{place.offset, 1};
  if (op == Mark::bang) {
    a = condition(a);
    if (a->kind == ExpressionKind::broken) return a;
    if (known(a) != nullptr) return constant(Value::boolean(!known(a)->truth()), place);
    Expression* const e = node(ExpressionKind::invert, type(TypeKind::bool_), place);
    e->a = a;
    return e;
  }
  a = value(a);
  if (op == Mark::plus && a->type.is_pointer()) return a;
  if (!is_number(a->type) || (op == Mark::tilde && a->type.is_floating())) {
    diagnostics_.error(at, Mistake::no_operator,
                       of_sign(op, std::string("there is no ") + text(op) + " of " + with_article(a->type)));
    return broken(place);
  }
  a = converted(a, types_.promoted(a->type));
  if (known(a) != nullptr)
    if (const Folded f = folded(op, *known(a)); f.value) return constant(*f.value, place);
  if (op == Mark::plus) return a;
  Expression* const e = node(op == Mark::minus ? ExpressionKind::negate : ExpressionKind::complement, a->type, place);
  e->a = a;
  return e;
}

bool Build::writable(const Expression& e, Place at) {
  if (e.kind == ExpressionKind::broken) return false;
  if (!e.is_place) {
    diagnostics_.error(e.place, Mistake::stored_in_value, "this is a value, and nothing can be stored in it",
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
        e.kind == ExpressionKind::element ? "write one index more before it" : "assign its elements one by one");
    return false;
  }
  const Expression* root = &e;
  while (root->kind == ExpressionKind::field ||
         (root->kind == ExpressionKind::element && root->a->kind == ExpressionKind::decay))
    root = root->kind == ExpressionKind::field ? root->a : root->a->a;
  if (root->kind == ExpressionKind::variable && root->variable->space == Space::constant) {
    diagnostics_.error(e.place, Mistake::constant_memory_changed,
                       quoted(root->variable->name) + " is __constant__, and a kernel cannot change it");
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

const Expression* Build::assign(const Expression* to, const Expression* from, Place at) {
  if (to->kind == ExpressionKind::broken || from->kind == ExpressionKind::broken || !writable(*to, at))
    return broken(joined(to->place, from->place));
  const Expression* const adapted_value = adapted(from, to->type.plain());
  if (adapted_value == nullptr) {
    const Expression* const v = value(from);
    std::string mend;
    if (v->type.is_pointer() && v->type.inner().plain() == to->type.plain())
      mend = "did you mean an element of it, with [ ]?";
    if (to->type.is_pointer() &&
        (to->type.inner().plain() == v->type.plain() || (is_number(to->type.inner().plain()) && is_number(v->type))))
      mend = "did you mean to assign to an element, with [ ]?";
    if (v->type.is_void()) {
      diagnostics_.error(from->place, Mistake::gives_no_value, "this gives no value");
      return broken(joined(to->place, from->place));
    }
    diagnostics_.error(from->place, Mistake::not_stored,
                       with_article(v->type) + " cannot be stored in " + with_article(to->type), mend);
    return broken(joined(to->place, from->place));
  }
  Expression* const e = two(ExpressionKind::assign, to->type, to, adapted_value, at);
  e->is_place = true;
  return e;
}

const Expression* Build::compound(Mark op, const Expression* to, const Expression* b, Place at) {
  b = value(b);
  const Place whole = joined(to->place, b->place);
  if (to->kind == ExpressionKind::broken || b->kind == ExpressionKind::broken || !writable(*to, at))
    return broken(whole);
  const Mark what = operator_of(op);
  const bool walks = to->type.is_pointer() && (what == Mark::plus || what == Mark::minus);
  Type computed;
  if (walks && is_number(b->type) && !b->type.is_floating()) {
    computed = to->type.plain();
    b = converted(b, types_.promoted(b->type));
  } else {
    const bool floating = to->type.is_floating() || b->type.is_floating();
    if (!is_number(to->type) || !is_number(b->type) || to->type.is_enumeration() || (wants_integers(what) && floating))
      return no_operator(what, *to, *b, at);
    const Type left = types_.promoted(to->type), right = types_.promoted(b->type);
    computed = is_shift(what) ? left : types_.common(left, right);
    b = converted(b, is_shift(what) ? right : computed);
    if ((what == Mark::slash || what == Mark::percent) && computed.is_integer() && known(b) != nullptr &&
        !known(b)->truth())
      diagnostics_.warning(at, Mistake::division_by_zero, "this divides by 0");
  }
  Expression* const e = two(ExpressionKind::compound, to->type, to, b, at);
  e->op = what;
  e->computed = computed;
  e->fused = fused(what, nullptr, *b, computed);
  e->is_place = true;
  return e;
}

const Expression* Build::increment(Mark op, bool before, const Expression* a, Place place) {
  if (a->kind == ExpressionKind::broken || !writable(*a, place)) return broken(place);
  const bool walks = a->type.is_pointer() && !a->type.inner().is_void();
  if (!walks && (!a->type.is_arithmetic() || a->type.is(TypeKind::bool_))) {
    diagnostics_.error(place, Mistake::no_operator,
                       of_sign(op, std::string("there is no ") + text(op) + " of " + with_article(a->type)));
    return broken(place);
  }
  Expression* const e = node(ExpressionKind::increment, before ? a->type : a->type.plain(), place);
  e->a = a;
  e->op = op;
  e->before = before;
  e->is_place = before;
  return e;
}

const Expression* Build::choice(const Expression* c, const Expression* a, const Expression* b) {
  c = condition(c);
  const Place whole = joined(c->place, b->place);
  const auto is_broken = [](const Expression* e) { return e->kind == ExpressionKind::broken; };
  if (is_broken(c) || is_broken(a) || is_broken(b)) return broken(whole);
  const auto made = [&](const Expression* x, const Expression* y, Type type, bool is_place) -> const Expression* {
    if (known(c) != nullptr && !is_place) return known(c)->truth() ? x : y;
    Expression* const e = node(ExpressionKind::choice, type, whole);
    e->a = c;
    e->b = x;
    e->c = y;
    e->is_place = is_place;
    return e;
  };
  if (a->is_place && b->is_place && a->type == b->type && !a->type.is_array() && known(value(a)) == nullptr &&
      known(value(b)) == nullptr)
    return made(a, b, a->type, true);
  a = value(a);
  b = value(b);
  if (a->type.plain() == b->type.plain()) return made(a, b, a->type.plain(), false);
  if (is_number(a->type) && is_number(b->type)) {
    const Type common = types_.common(types_.promoted(a->type), types_.promoted(b->type));
    return made(converted(a, common), converted(b, common), common, false);
  }
  for (const Type to : {a->type, b->type})
    if (const Expression* const x = adapted(a, to), * const y = adapted(b, to); x != nullptr && y != nullptr)
      return made(x, y, to.plain(), false);
  diagnostics_.error(joined(a->place, b->place), Mistake::two_outcomes,
                     "one way this is " + with_article(a->type) + " and the other way " + with_article(b->type));
  return broken(whole);
}

const Expression* Build::sequence(const Expression* a, const Expression* b) {
  if (b->kind == ExpressionKind::broken) return b;
  Expression* const e = two(ExpressionKind::sequence, b->type, a, b, joined(a->place, b->place));
  e->is_place = b->is_place;
  return e;
}

const Expression* Build::dereference(const Expression* pointer, Place place) {
  pointer = value(pointer);
  if (pointer->kind == ExpressionKind::broken) return pointer;
  if (!pointer->type.is_pointer() || pointer->type.inner().is_void()) {
    diagnostics_.error(place, Mistake::points_to_nothing,
                       with_article(pointer->type) + " points to nothing that could be read with *");
    return broken(place);
  }
  if (pointer->kind == ExpressionKind::address) return pointer->a;
  Expression* const e = node(ExpressionKind::dereference, pointer->type.inner(), place);
  e->a = pointer;
  e->is_place = true;
  return e;
}

const Expression* Build::address(const Expression* object, Place whole) {
  if (object->kind == ExpressionKind::broken) return object;
  if (!object->is_place) {
    diagnostics_.error(whole, Mistake::address_of_value,
                       "only what stands in memory has an address, and this is a value");
    return broken(whole);
  }
  if (tell_of_host(*object)) return broken(whole);
  Expression* const e = node(ExpressionKind::address, types_.pointer_to(object->type), whole);
  e->a = object;
  return e;
}

const Expression* Build::element(const Expression* a, const Expression* b, Place place) {
  const auto index = [](const Expression* e) { return is_number(e->type) || e->type.is_enumeration(); };
  a = value(a);
  b = value(b);
  if (a->kind == ExpressionKind::broken || b->kind == ExpressionKind::broken) return broken(place);
  if (index(a) && b->type.is_pointer()) std::swap(a, b);
  if (!a->type.is_pointer()) {
    diagnostics_.error(a->place, Mistake::indexed_value,
                       "[ ] wants an array or a pointer before it, and this is " + with_article(a->type));
    return broken(place);
  }
  if (!index(b) || b->type.is_floating() || (b->type.is_enumeration() && b->type->enumeration->scoped)) {
    diagnostics_.error(b->place, Mistake::index_type, "an index is an integer, and this is " + with_article(b->type),
                       b->type.is_floating() ? Mend::write_before("(int)") : "");
    return broken(place);
  }
  if (a->type.inner().is_void() || a->type.inner()->size == 0) {
    diagnostics_.error(a->place, Mistake::no_elements, with_article(a->type) + " has no elements");
    return broken(place);
  }
  Expression* const e = node(ExpressionKind::element, a->type.inner(), place);
  e->a = a;
  e->b = converted(b, types_.promoted(b->type));
  e->is_place = true;
  return e;
}

const Expression* Build::field(const Expression* object, const Field& field, Place place) {
  Type type = field.type;
  if (type.is_reference()) {
    type = type.inner();
  } else {
    type = type.qualified_as(object->type);
  }
  if (type.is_unknown()) return broken(place);
  Expression* const e = node(ExpressionKind::field, type, place);
  e->a = object;
  e->field = &field;
  e->is_place = object->is_place || field.type.is_reference();
  return e;
}

}  // namespace tilescope::language
