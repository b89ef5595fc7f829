#include "instrumentation/language/checker/build.h"

namespace tilescope::language {

namespace {

// True if a pointer to `from` may be used where one to `to` is wanted.
bool pointee_fits(Type from, Type to) {
  if ((from.is_const() && !to.is_const()) || (from.is_volatile() && !to.is_volatile())) return false;
  if (to.is_void() || from.plain() == to.plain()) return true;
  return from.is_array() && to.is_array() && (from->count == to->count || to->count == 0) &&
         pointee_fits(from.inner(), to.inner()) && to.inner().plain() == from.inner().plain();
}

}  // namespace

bool is_number(Type type) { return type.is_arithmetic() || (type.is_enumeration() && !type->enumeration->scoped); }

bool is_null(const Expression& e) {
  if (e.type.is(TypeKind::null)) return true;
  return e.kind == ExpressionKind::constant && e.type.is_integer() && e.value->integer == 0;
}

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

TypeKind number_kind(Type type) { return type.is_enumeration() ? type.inner().kind() : type.kind(); }

Expression* Build::node(ExpressionKind kind, Type type, Place place) {
  Expression* const e = arena_.make<Expression>();
  e->kind = kind;
  e->type = type;
  e->place = e->at = place;
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

// The value of a part of a constant, from its initial value; null if unknown.
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

// A file-level constant has no address in GPU memory: only its known values are there.
bool Build::tell_of_host(const Expression& place) {
  const Expression* root = &place;
  while (root->kind == ExpressionKind::field ||
         (root->kind == ExpressionKind::element && root->a->kind == ExpressionKind::decay))
    root = root->kind == ExpressionKind::field ? root->a : root->a->a;
  if (root->kind != ExpressionKind::variable || root->variable->space != Space::fixed || only_constants) return false;
  diagnostics_.error(place.place, Mistake::address_of_host,
                     quoted(root->variable->name) + " is a host variable: a kernel cannot use its address",
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
  diagnostics_.error(e->place, Mistake::no_truth, with_article(e->type) + " cannot be a condition");
  return broken(e->place);
}

}  // namespace tilescope::language
