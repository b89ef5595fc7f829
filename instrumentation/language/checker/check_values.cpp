// Checks initial values: from other types, from braces, by constructors, as references.
#include "instrumentation/language/checker/parts.h"

namespace tilescope::language {

using Written = syntax::ExpressionKind;
using Kind = ExpressionKind;

bool ValueChecker::is_aggregate(Type type) {
  if (type.is_array()) return true;
  Record* const record = records_.of(type);
  return record != nullptr && record->constructors.empty() && !is_triple(type);
}

const Expression* ValueChecker::from_syntax(Type type, const syntax::Expression& e, const Sentence& where) {
  if (e.kind == Written::braces) return from_braces(type, e.list, e.place);
  if (e.kind == Written::string && type.is_array() && number_kind(type.inner()) <= TypeKind::unsigned_char) {
    const Expression* const text = parts().expressions.check_string(e);
    Expression* const list = build_.node(Kind::aggregate, type, e.place);
    std::vector<const Expression*> letters;
    for (const char c : text->text)
      letters.push_back(build_.constant(Value::of(type.inner().kind(), std::int64_t{c}), e.place));
    if (type->count > 0 && letters.size() > type->count)
      diagnostics_.error(e.place, Mistake::long_string, "this string is longer than the array");
    list->list = arena_.list(letters);
    return list;
  }
  const Expression* const value = parts().expressions.check(e);
  if (type.is_array() && !is_broken(value)) {
    diagnostics_.error(e.place, Mistake::array_without_braces, "the values of an array must be in { }");
    return build_.broken(e.place);
  }
  return parts().conversions.wanted(value, type, where.empty() ? with_article(type) + " is expected" : where, e.place);
}

const Expression* ValueChecker::from_values(Type type, std::span<const syntax::Expression* const> values, bool braces,
                                            Place place) {
  if (braces) return from_braces(type, values, place);
  if (Record* const record = records_.of(type); record != nullptr && !type.is_reference()) {
    std::vector<Argument> arguments = parts().calls.check_arguments(values);
    return constructed(*record, arguments, place, false);
  }
  if (values.empty()) return build_.zero(type, place);
  if (values.size() > 1) {
    diagnostics_.error(
        values[1]->place, Mistake::too_many_values,
        with_article(type) + " takes one initial value, but " + std::to_string(values.size()) + " were given");
    return build_.broken(place);
  }
  return from_syntax(type, *values[0], "");
}

const Expression* ValueChecker::from_braces(Type type, std::span<const syntax::Expression* const> values, Place place) {
  if (type.is_unknown()) {
    for (const syntax::Expression* const v : values)
      if (v->kind != Written::braces) static_cast<void>(parts().expressions.check(*v));
    return build_.broken(place);
  }
  if (type.is_reference()) {
    if (values.size() == 1 && values[0]->kind != Written::braces) return from_syntax(type, *values[0], "");
    const Expression* const made = from_braces(type.inner().plain(), values, place);
    return parts().conversions.bound_reference(type, made, quoted(type) + " is expected", place);
  }
  if (is_aggregate(type)) {
    if (type.is_structure() && values.size() == 1 && values[0]->kind != Written::braces) {
      const Expression* whole = nullptr;
      {
        const Quietly quietly(context_);
        whole = parts().expressions.check(*values[0]);
      }
      if (whole->type.plain() == type.plain()) return build_.value(parts().expressions.check(*values[0]));
    }
    std::size_t at = 0;
    return aggregate(type, values, at, true, place);
  }
  if (Record* const record = records_.of(type); record != nullptr && !type.is_reference()) {
    std::vector<Argument> arguments = parts().calls.check_arguments(values);
    return constructed(*record, arguments, place, true);
  }
  return from_values(type, values, false, place);
}

// True for a structure with a mistake in it, which was reported.
bool ValueChecker::is_doubtful(Type type) {
  Record* const record = records_.of(type);
  return record != nullptr && parts().structures.lacks_fields(*record);
}

// Takes as many values as it needs; without its own braces, the rest go to what follows.
const Expression* ValueChecker::aggregate(Type type, std::span<const syntax::Expression* const> values, std::size_t& at,
                                          bool own, Place place) {
  if (type.is_array() && own && values.size() == 1 && values[0]->kind == Written::string &&
      number_kind(type.inner()) <= TypeKind::unsigned_char)
    return from_syntax(type, *values[0], "");
  Record* const record = records_.of(type);
  const std::size_t fields = type.is_array() ? 0 : type->structure->fields.size();
  const std::size_t most = type.is_array()             ? (type->count == 0 ? values.size() : type->count)
                           : type->structure->is_union ? std::min<std::size_t>(fields, 1)
                                                       : fields;
  std::vector<const Expression*> list;
  bool broken = false;
  for (std::size_t n = 0; n < most && at < values.size(); ++n) {
    const Type inner = type.is_array() ? type.inner() : type->structure->fields[n].type;
    const syntax::Expression& v = *values[at];
    const Expression* made = nullptr;
    if (v.kind != Written::braces && v.kind != Written::string && is_aggregate(inner) && !inner.is_reference()) {
      Type given;
      if (inner.is_structure()) {
        const Quietly quietly(context_);
        given = parts().expressions.check(v)->type.plain();
      }
      if (!(inner.is_structure() && given == inner.plain())) made = aggregate(inner, values, at, false, v.place);
    }
    if (made == nullptr) {
      ++at;
      made = from_syntax(inner, v,
                         type.is_array() ? "the elements are " + quoted(inner)
                                         : quoted(type->structure->fields[n].name) + " is " + with_article(inner));
    }
    broken |= is_broken(made);
    list.push_back(made);
  }
  if (own && at < values.size() && is_doubtful(type)) return build_.broken(place);
  if (own && at < values.size()) {
    diagnostics_.error(
        values[at]->place, Mistake::too_many_values,
        "too many values: there are only " + std::to_string(most) + (type.is_array() ? " elements" : " members"));
    return build_.broken(place);
  }
  if (record != nullptr && !type->structure->is_union)
    for (std::size_t n = list.size(); n < type->structure->fields.size(); ++n) {
      const Field& field = type->structure->fields[n];
      const Expression* const first = first_value_of_field(*record, n, place);
      if (first == nullptr && field.type.is_reference()) {
        diagnostics_.error(place, Mistake::unset_reference,
                           quoted(field.name) + " is a reference and needs an initializer");
        return build_.broken(place);
      }
      list.push_back(first != nullptr ? first : build_.zero(field.type, place));
    }
  if (broken) return build_.broken(place);
  if (list.empty()) return build_.zero(type, place);
  Expression* const e = build_.node(Kind::aggregate, type.plain(), place);
  e->list = arena_.list(list);
  return e;
}

const Expression* ValueChecker::first_value_of_field(Record& record, std::size_t field, Place place) {
  if (field >= record.first_values.size()) return nullptr;
  const syntax::Declaration& d = *record.first_values[field];
  const Type type = record.structure->fields[field].type;
  if (d.how == syntax::Initializer::none) return type.is_structure() ? default_object(type, place) : nullptr;
  if (std::find(record.beginning.begin(), record.beginning.end(), field) != record.beginning.end()) {
    diagnostics_.error(d.name_place, Mistake::begins_with_itself,
                       quoted(record.structure->fields[field].name) + " is initialized with itself");
    return build_.broken(place);
  }
  record.beginning.push_back(field);
  const Expression* const made = written_value_of_field(record, field, d, place);
  record.beginning.pop_back();
  return made;
}

const Expression* ValueChecker::written_value_of_field(Record& record, std::size_t field, const syntax::Declaration& d,
                                                       Place place) {
  const Type type = record.structure->fields[field].type;
  const Variable* const self = frame_->of == &record ? frame_->self : nullptr;
  Frame frame{.bindings = record.bindings, .of = &record, .namespaces = record.namespaces};
  frame.self = self;
  frame.function = frame_->function;
  const Entered entered(context_, frame);
  if (d.how == syntax::Initializer::equals)
    return from_syntax(type, *d.init, quoted(record.structure->fields[field].name) + " is " + with_article(type));
  return from_values(type, d.values, d.how == syntax::Initializer::braces, place);
}

// The initial value of a structure without an initializer: by its constructor or its fields; null if it is unset.
const Expression* ValueChecker::default_object(Type type, Place place) {
  if (type.is_array()) {
    const Expression* const one =
        type->count > 0 && type->count <= 4096 ? default_object(type.inner(), place) : nullptr;
    if (one == nullptr || is_broken(one)) return one;
    Expression* const e = build_.node(Kind::aggregate, type.plain(), place);
    const std::vector<const Expression*> list(type->count, one);
    e->list = arena_.list(list);
    return e;
  }
  Record* const record = records_.of(type);
  if (record == nullptr || type.is_reference()) return nullptr;
  std::vector<Argument> none;
  if (is_triple(type)) return place_triple(*record, none, place);
  if (!record->constructors.empty() && !record->has_default) return constructed(*record, none, place, false);
  bool any = false;
  for (std::size_t n = 0; n < record->structure->fields.size() && !any && !record->begins_unset; ++n) {
    const Quietly quietly(context_);
    any = first_value_of_field(*record, n, place) != nullptr;
  }
  record->begins_unset = !any;
  std::size_t at = 0;
  return any ? aggregate(type, {}, at, true, place) : nullptr;
}

// dim3: a missing dimension is 1.
const Expression* ValueChecker::place_triple(Record& record, std::vector<Argument>& arguments, Place place) {
  if (arguments.size() > 3) {
    diagnostics_.error(arguments[3].place, Mistake::too_many_values, "a dim3 has only three dimensions");
    return build_.broken(place);
  }
  if (arguments.size() == 1 && arguments[0].value != nullptr && arguments[0].value->type.is_structure()) {
    if (records_.of(arguments[0].value->type) == &record) return build_.value(arguments[0].value);
    if (const Expression* const made = parts().conversions.user_converted(arguments[0].value, record.structure->type))
      return made;
  }
  std::vector<const Expression*> list;
  const Type side = build_.type(TypeKind::unsigned_int);
  for (const Argument& a : arguments) {
    if (a.value == nullptr) return build_.broken(place);
    const Expression* const value =
        parts().conversions.wanted(a.value, side, "the dimensions of a dim3 are " + quoted("unsigned"), a.place);
    if (is_broken(value)) return value;
    list.push_back(value);
  }
  while (list.size() < 3) list.push_back(build_.constant(Value::of(TypeKind::unsigned_int, std::int64_t{1}), place));
  Expression* const e = build_.node(Kind::aggregate, record.structure->type, place);
  e->list = arena_.list(list);
  return e;
}

const Expression* ValueChecker::constructed(Record& record, std::vector<Argument>& arguments, Place place,
                                            bool braces) {
  const Type type = record.structure->type;
  if (is_triple(type)) return place_triple(record, arguments, place);
  for (const Argument& a : arguments)
    if (a.value != nullptr && is_broken(a.value)) return build_.broken(place);
  const bool copy = arguments.size() == 1 && arguments[0].value != nullptr && arguments[0].value->type.plain() == type;
  if (copy) return build_.value(arguments[0].value);
  if (record.constructors.empty() || (arguments.empty() && record.has_default)) {
    if (arguments.empty()) {
      const Expression* const made = default_object(type, place);
      return made != nullptr ? made : build_.zero(type, place);
    }
    if (arguments.size() == 1 && arguments[0].value != nullptr)
      if (const Expression* const made = parts().conversions.user_converted(arguments[0].value, type)) return made;
    diagnostics_.error(place, Mistake::no_constructor, quoted(record.structure->name) + " has no constructor",
                       "write " + std::string(record.structure->name) + "{...}");
    return build_.broken(place);
  }
  const std::optional<Candidate> found =
      parts().overloads.chosen(record.structure->name, record.constructors, nullptr, arguments, nullptr, place);
  if (!found) return build_.broken(place);
  static_cast<void>(braces);
  Expression* const object = build_.node(Kind::object, type, place);
  const std::size_t calls = frame_->calls.size();
  const Expression* const call = parts().calls.made_call(*found, nullptr, arguments, place, place);
  if (is_broken(call)) return call;
  object->function = call->function;
  object->list = call->list;
  return !context_.on_host && call->function->is_constexpr ? parts().calls.folded(object, calls) : object;
}

Type ValueChecker::counted(Type array, const syntax::Declaration& d) {
  if (!array.is_array() || array->count != 0) return array;
  std::size_t count = d.values.size();
  if (d.how == syntax::Initializer::equals && d.init != nullptr) {
    count = d.init->list.size();
    if (d.init->kind == Written::string) {
      const Quietly quietly(context_);
      count = parts().expressions.check_string(*d.init)->type->count;
    }
  }
  if (count == 0) return array;
  const Type inner = array.inner();
  if (is_aggregate(inner) && d.init != nullptr && !d.init->list.empty() && d.init->list[0]->kind != Written::braces &&
      inner.is_array() && inner->count > 0) {
    std::uint64_t each = inner->count;
    for (Type t = inner.inner(); t.is_array(); t = t.inner()) each *= std::max<std::uint64_t>(t->count, 1);
    count = (count + each - 1) / each;
  }
  return build_.types().array_of(inner, count);
}

const Expression* ValueChecker::initialized(Type type, const syntax::Declaration& d) {
  const Sentence name = d.name != nullptr ? quoted(d.name->last().text) : "it";
  const Sentence where = name + " is " + with_article(type);
  if (type.is_reference() && d.how != syntax::Initializer::equals && d.values.empty()) {
    diagnostics_.error(d.name_place, Mistake::unset_reference, name + " is a reference and needs an initializer");
    return build_.broken(d.name_place);
  }
  switch (d.how) {
    case syntax::Initializer::none: return default_object(type, d.name_place);
    case syntax::Initializer::equals: return from_syntax(type, *d.init, where);
    case syntax::Initializer::parens:
    case syntax::Initializer::braces: {
      if (type.is_reference() && d.values.size() == 1) return from_syntax(type, *d.values[0], where);
      return from_values(type, d.values, d.how == syntax::Initializer::braces, d.place);
    }
  }
  return nullptr;
}

}  // namespace tilescope::language
