// Converts values where another type is wanted.
#include "instrumentation/language/checker/parts.h"

namespace tilescope::language {

using Kind = ExpressionKind;

const Expression* ConversionChecker::wanted(const Expression* value, Type to, const Sentence& where, Place place) {
  if (is_broken(value) || to.is_unknown()) return value;
  if (to.is_reference()) return bound_reference(to, value, where, place);
  if (const Expression* const e = build_.adapted(value, to)) return e;
  if (const Expression* const e = user_converted(value, to)) return e;
  const Expression* const have = build_.value(value);
  Mend mend;
  if (have->type.is_pointer() && have->type.inner().plain() == to.plain())
    mend = "did you mean one of its elements, with [ ]?";
  if (to.is_pointer() && to.inner().plain() == value->type.plain() && value->is_place) mend = Mend::write_before("&");
  if (to.is_pointer() && have->type.is_pointer() && to.inner().plain() == have->type.inner().plain())
    mend = "it points to const data: make the " + quoted(to.plain()).text + " const, too";
  if (have->type.is_structure() && have->type->structure->vector > 0 && to.is_arithmetic())
    mend = "did you mean one of its members, as in .x?";
  if (have->type.is_void())
    diagnostics_.error(place, Mistake::gives_no_value, no_value_of(*have));
  else
    diagnostics_.error(place, Mistake::wrong_type, where + ", but this is " + with_article(have->type), mend);
  return build_.broken(place);
}

const Expression* ConversionChecker::truth(const Expression* e) {
  if (e->type.is_structure())
    if (const Expression* const made = user_converted(e, build_.type(TypeKind::bool_))) return made;
  return build_.condition(e);
}

const Expression* ConversionChecker::user_converted(const Expression* value, Type to) {
  if (plainly_) return nullptr;
  const Type from = value->type.plain();
  to = to.plain();
  if (is_triple(to) && from.is_structure() && from->structure->name == "uint3") {
    const Expression* const object = value->is_place ? value : build_.keep(value);
    Expression* const e = build_.node(Kind::aggregate, to, value->place);
    std::vector<const Expression*> list;
    for (const Field& field : from->structure->fields)
      list.push_back(build_.value(operators_.field(object, field, value->place)));
    e->list = arena_.list(list);
    return e;
  }
  if (Record* const record = records_.of(to); record != nullptr && (is_triple(to) || !record->constructors.empty())) {
    if (from.is_structure() && records_.of(from) == record) return nullptr;
    if (is_triple(to) && !from.is_arithmetic() && !from.is_enumeration()) return nullptr;
    std::vector<Argument> arguments{{nullptr, value, value->place}};
    bool plain = false;
    for (const Callable* const c : record->constructors)
      plain |= c->declaration->specifiers == nullptr || !c->declaration->specifiers->is_explicit;
    if (!plain && !is_triple(to)) return nullptr;
    const Expression* made = nullptr;
    {
      const Quietly quietly(context_);
      plainly_ = true;
      made = parts().values.constructed(*record, arguments, value->place, false);
      plainly_ = false;
    }
    return is_broken(made) ? nullptr : made;
  }
  Record* const record = records_.of(from);
  if (record == nullptr) return nullptr;
  Callable* best = nullptr;
  bool exact = false;
  for (const auto& [name, callable] : record->methods) {
    if (callable->declaration->converts_to == nullptr) continue;
    Frame frame{.bindings = record->bindings, .of = record, .namespaces = record->namespaces};
    const Entered entered(context_, frame);
    const Type gives = parts().types.type_of(*callable->declaration->converts_to).plain();
    if (gives == to || (gives.is_arithmetic() && to.is_arithmetic() && !exact)) {
      best = callable;
      exact = gives == to;
    }
  }
  if (best == nullptr) return nullptr;
  std::vector<Argument> none;
  const Expression* const object = value->is_place ? value : build_.keep(value);
  Callable::Made* const made = parts().functions.instance(*best, {});
  if (made == nullptr) return nullptr;
  return build_.converted(
      build_.value(parts().calls.made_call({best, made, {}, false}, object, none, value->place, value->place)), to);
}

const Expression* ConversionChecker::bound_reference(Type reference, const Expression* value, const Sentence& where,
                                                     Place place) {
  const Type inner = reference.inner();
  if (is_broken(value)) return value;
  const bool same = same_but_const(value->type, inner);
  if (value->is_place && same && (!holds_const(value->type) || holds_const(inner))) return value;
  if (holds_const(inner)) {
    if (value->type.is_array() && inner.is_pointer()) return build_.keep(wanted(value, inner.plain(), where, place));
    const Expression* const made = wanted(value, inner.plain(), where, place);
    return is_broken(made) ? made : build_.keep(made);
  }
  if (!value->is_place)
    diagnostics_.error(place, Mistake::reference_to_value, where + ", but this is a temporary value",
                       "store it in a variable first");
  else if (same)
    diagnostics_.error(place, Mistake::reference_to_const, where + ", but this is const");
  else
    diagnostics_.error(place, Mistake::wrong_type, where + ", but this is " + with_article(value->type));
  return build_.broken(place);
}

}  // namespace tilescope::language
