// Checks expressions; calls are in check_calls.cpp.
#include "instrumentation/language/checker/parts.h"
#include "instrumentation/nearest.h"

namespace tilescope::language {

using Written = syntax::ExpressionKind;
using Kind = ExpressionKind;

const Expression* ExpressionChecker::check(const syntax::Expression& e) {
  const Expression* const made = check_within(e);
  if (!e.in_parens || made->place == e.place) return made;
  Expression* const whole = arena_.make<Expression>(*made);
  whole->place = e.place;
  return whole;
}

// Checks the expression inside its parentheses.
const Expression* ExpressionChecker::check_within(const syntax::Expression& e) {
  switch (e.kind) {
    case Written::number: return check_number(e);
    case Written::character: return check_character(e);
    case Written::string: return check_string(e);
    case Written::boolean: return build_.constant(Value::boolean(e.text == "true"), e.place);
    case Written::null: return build_.node(Kind::zero, build_.type(TypeKind::null), e.place);
    case Written::self: return self(e.place);
    case Written::name: return check_name(e);
    case Written::unary: return check_unary(e);
    case Written::postfix: {
      const Expression* const a = check(*e.a);
      if (a->type.is_structure()) {
        std::vector<Argument> arguments{{e.a, a, a->place}, {nullptr, build_.integer(0, e.at), e.at}};
        if (const Expression* const call = parts().calls.operator_call(text(e.op), arguments, e.place, e.at))
          return call;
      }
      return operators_.increment(e.op, false, a, e.place);
    }
    case Written::binary: return check_binary(e);
    case Written::assign: return check_assign(e);
    case Written::comma: {
      const Expression* const a = check(*e.a);
      return operators_.sequence(a, check(*e.b));
    }
    case Written::conditional: {
      warn_of_condition(*e.a);
      const Expression* const c = parts().conversions.truth(check(*e.a));
      // For host values, only the branch that is taken has to be known: `argc > 1 ? atoi(argv[1]) : 1000`.
      if (const Value* const known = context_.on_host && c != nullptr ? Build::known(c) : nullptr)
        return check(known->truth() ? *e.b : *e.c);
      const Expression* const a = check(*e.b);
      return operators_.choice(c, a, check(*e.c));
    }
    case Written::call: return parts().calls.check_call(e);
    case Written::subscript: return check_subscript(e);
    case Written::member: return check_member(e);
    case Written::cast: return check_cast(e);
    case Written::construct: return parts().calls.check_construct(e);
    case Written::size_of: return check_size_of(e);
    case Written::braces:
      diagnostics_.error(e.place, Mistake::untyped_braces, "the type of this braced list is not known");
      return build_.broken(e.place);
    case Written::outside:
      diagnostics_.error(e.at.length > 0 ? e.at : e.place, Mistake::not_understood,
                         std::string(e.text) + " is not supported by TileScope");
      return build_.broken(e.place);
    case Written::broken: break;
  }
  return build_.broken(e.place);
}

const Expression* ExpressionChecker::check_value(const syntax::Expression& e) { return build_.value(check(e)); }

const Expression* ExpressionChecker::constant_expression(const syntax::Expression& e) {
  const OnlyConstants only(build_, true);
  const std::size_t calls = frame_->calls.size();
  const Expression* const value = check_value(e);
  const Expression* const made = value->type.is_structure() ? value : parts().calls.folded(value, calls);
  frame_->calls.resize(std::min(calls, frame_->calls.size()));  // it does not run, known or not
  return made;
}

const Expression* ExpressionChecker::check_number(const syntax::Expression& e) {
  knobs_.note_macro(e.expansion);
  const Literal literal = number(e.text);
  if (literal.value) return build_.constant(*literal.value, e.place);
  diagnostics_.error(e.place, Mistake::bad_literal, literal.error);
  return build_.broken(e.place);
}

const Expression* ExpressionChecker::check_character(const syntax::Expression& e) {
  const Literal literal = character(e.text);
  if (literal.value) return build_.constant(*literal.value, e.place);
  diagnostics_.error(e.place, Mistake::bad_literal, literal.error);
  return build_.broken(e.place);
}

const Expression* ExpressionChecker::check_string(const syntax::Expression& e) {
  std::string bytes;
  for (const syntax::Expression* const piece : e.list) bytes += string_bytes(piece->text);
  if (e.list.empty()) bytes = string_bytes(e.text);
  const Type element = build_.type(TypeKind::char_).with_const();
  Expression* const s = build_.node(Kind::string, build_.types().array_of(element, bytes.size() + 1), e.place);
  s->text = arena_.text(bytes);
  s->is_place = true;
  return s;
}

const Expression* ExpressionChecker::self(Place place) {
  if (frame_->self != nullptr) return build_.value(build_.variable(*frame_->self, place));
  diagnostics_.error(place, Mistake::stray_this, "there is no " + quoted("this") + " outside a member function");
  return build_.broken(place);
}

const Expression* ExpressionChecker::builtin_place(std::string_view name, Place place) {
  if (const auto known = places_.find(name); known != places_.end()) return build_.variable(*known->second, place);
  Type type;
  if (name == "threadIdx" || name == "blockIdx")
    type = records_.vector("uint3")->structure->type;
  else if (name == "blockDim" || name == "gridDim")
    type = records_.vector("dim3")->structure->type;
  else if (name == "warpSize")
    type = build_.type(TypeKind::int_);
  else
    return nullptr;
  Variable* const v = arena_.make<Variable>();
  v->name = arena_.text(name);
  v->type = type.with_const();
  v->space = Space::place;
  places_[v->name] = v;
  return build_.variable(*v, place);
}

const Expression* ExpressionChecker::check_name(const syntax::Expression& e) {
  const syntax::Name& name = *e.name;
  knobs_.note_macro(e.expansion);
  if (name.parts.size() > 1 || name.global) return scoped_name(name, e.place);
  const std::string_view text = name.last().text;
  if (!name.last().has_arguments) {
    if (const Symbol* const s = parts().lookup.local(text)) {
      if (s->value != nullptr) return build_.constant(*s->value, s->type, e.place);
      if (s->variable != nullptr) {
        knobs_.note(s->variable);
        knobs_.note(s->variable->init);
        if (doubtful_.contains(s->variable)) return build_.broken(e.place);
        return build_.variable(*s->variable, e.place);
      }
      if (!poisoned_.contains(text))
        diagnostics_.error(e.place, Mistake::type_as_value, quoted(text) + " is a type, but a value is expected here");
      return build_.broken(e.place);
    }
    if (const Binding* const b = parts().lookup.binding(text)) {
      if (b->value.value != nullptr) return build_.constant(*b->value.value, b->value.type, e.place);
      if (!poisoned_.contains(text))
        diagnostics_.error(e.place, Mistake::type_as_value, quoted(text) + " is a type, but a value is expected here");
      return build_.broken(e.place);
    }
    if (frame_->of != nullptr) {
      if (frame_->self != nullptr)
        if (const Expression* const field = own_field(operators_.dereference(self(e.place), e.place), text, e.place))
          return field;
      if (const Expression* const member = static_member(records_.of(*frame_->of->structure), text, e.place))
        return member;
    }
  }
  for (Entity* const entity : parts().lookup.find(name))
    if (const Expression* const value = entity_value(*entity, name, e.place)) return value;
  if (const Expression* const place = builtin_place(text, e.place)) return place;
  if (text == "__func__" || text == "__FUNCTION__" || text == "__PRETTY_FUNCTION__") {
    Expression* const s =
        build_.node(Kind::string, build_.types().array_of(build_.type(TypeKind::char_).with_const(), 1), e.place);
    s->text = frame_->function != nullptr ? frame_->function->name : std::string_view();
    s->type = build_.types().array_of(build_.type(TypeKind::char_).with_const(), s->text.size() + 1);
    s->is_place = true;
    return s;
  }
  if (!builtins(text).empty()) {
    diagnostics_.error(
        e.place, Mistake::uncalled_function, quoted(text) + " is a function",
        "call it: " + std::string(text) + (builtins(text).front().signature.ends_with("()") ? "()" : "(...)"));
    return build_.broken(e.place);
  }
  parts().lookup.unknown_value(name);
  return build_.broken(e.place);
}

// A static constant, or a constant of an enumeration in the structure; null if there is none of that name.
const Expression* ExpressionChecker::static_member(Record& record, std::string_view name, Place place) {
  if (const auto known = record.constants.find(name); known != record.constants.end())
    return build_.variable(*known->second, place);
  for (const auto& [own, d] : record.others) {
    if (own != name) continue;
    Frame frame{.bindings = record.bindings, .of = &record, .namespaces = record.namespaces};
    const Entered entered(context_, frame);
    if (d->kind == syntax::DeclarationKind::variable && d->name != nullptr && d->name->last().text == name) {
      Variable* const v = arena_.make<Variable>();
      record.constants[name] = v;
      v->name = name;
      v->place = d->name_place;
      v->space = Space::fixed;
      const Expression* init = nullptr;
      v->type = parts().variables.variable_type(*d, init);
      parts().variables.set_value(*v, *d, 0, init);
      return build_.variable(*v, place);
    }
    if (d->specifiers == nullptr || d->specifiers->enumeration == nullptr) continue;
    const Expression* found = nullptr;
    const syntax::Enumeration& enumeration = *d->specifiers->enumeration;
    const Type type = parts().enumerations.enumeration_in(record, enumeration);
    parts().enumerations.make_enumeration(enumeration, "", [&](const syntax::Enumerator& one, const Value& value) {
      if (one.name == name) found = build_.constant(value, type, place);
    });
    if (found != nullptr) return found;
  }
  return nullptr;
}

const Expression* ExpressionChecker::scoped_name(const syntax::Name& name, Place place) {
  if (name.parts.size() > 1) {
    if (Record* const record = parts().types.scope_record(name, name.parts.size() - 1)) {
      if (const Expression* const member = static_member(*record, name.last().text, place)) return member;
      diagnostics_.error(name.last().place, Mistake::no_member,
                         quoted(record->structure->name) + " has no member " + quoted(name.last().text));
      return build_.broken(place);
    }
    // An enumeration's name before one of its constants.
    const syntax::Name outer{.parts = name.parts.first(name.parts.size() - 1), .place = name.place};
    const std::optional<Type> scope =
        outer.parts.size() == 1 ? parts().types.find_simple_type(outer) : parts().types.find_type(outer);
    if (scope && scope->is_enumeration()) {
      if (const Expression* const found = parts().enumerations.constant(*scope, name.last().text, place)) return found;
      diagnostics_.error(name.last().place, Mistake::no_member,
                         quoted(outer.last().text) + " has no member " + quoted(name.last().text));
      return build_.broken(place);
    }
  }
  if (const Expression* const trait = parts().traits.trait_value(name, place)) return trait;
  for (Entity* const entity : parts().lookup.find(name))
    if (const Expression* const value = entity_value(*entity, name, place)) return value;
  parts().lookup.unknown_value(name);
  return build_.broken(place);
}

const Expression* ExpressionChecker::entity_value(Entity& entity, const syntax::Name& name, Place place) {
  parts().lookup.use(entity);
  switch (entity.kind) {
    case EntityKind::variable: {
      const Variable* const v = entity.declaration->is_template
                                    ? parts().variables.template_variable(entity, name.last())
                                    : parts().variables.global_variable(entity);
      if (v == nullptr) return build_.broken(place);
      knobs_.note(v);
      knobs_.note(v->init);
      return build_.variable(*v, place);
    }
    case EntityKind::enumerator: {
      Frame frame{.namespaces = entity.namespaces};
      const Entered entered(context_, frame);
      parts().enumerations.evaluate(*entity.enumeration);
      if (entity.value == nullptr) return build_.broken(place);
      return build_.constant(*entity.value, entity.type, place);
    }
    case EntityKind::function:
      if (poisoned_.contains(entity.name) || diagnostics_.any_error_in(entity.declaration->place))
        return build_.broken(place);
      diagnostics_.error(
          place, Mistake::uncalled_function, quoted(entity.name) + " is a function",
          "call it: " + std::string(entity.name) + (parameters_of(*entity.declaration).empty() ? "()" : "(...)"));
      return build_.broken(place);
    default: return nullptr;
  }
}

const Expression* ExpressionChecker::check_unary(const syntax::Expression& e) {
  if (e.op == Mark::ampersand && e.a->kind == Written::name)
    for (Entity* const entity : parts().lookup.find(*e.a->name))
      if (entity->kind == EntityKind::function && parts().lookup.local(e.a->name->last().text) == nullptr) {
        diagnostics_.error(e.place, Mistake::function_pointer, "function pointers are not supported by TileScope",
                           "call the function by its name");
        return build_.broken(e.place);
      }
  const Expression* const a = check(*e.a);
  if (is_broken(a)) return a;
  if ((a->type.is_structure() || a->type.is_enumeration()) && e.op != Mark::ampersand) {
    std::vector<Argument> arguments{{e.a, a, a->place}};
    if (const Expression* const call = parts().calls.operator_call(text(e.op), arguments, e.place, e.at)) return call;
  }
  switch (e.op) {
    case Mark::bang: return operators_.unary(e.op, parts().conversions.truth(a), e.place);
    case Mark::star: return check_dereference(e, a);
    case Mark::ampersand: return operators_.address(a, e.place);
    case Mark::plus_plus:
    case Mark::minus_minus: return operators_.increment(e.op, true, a, e.place);
    default: return operators_.unary(e.op, a, e.place);
  }
}

const Expression* ExpressionChecker::check_dereference(const syntax::Expression& e, const Expression* a) {
  const std::uint32_t at = e.at.offset;
  const bool is_number = a->type.is_arithmetic();
  if (is_number && at > 0 && input_.source.text().substr(at - 1, 2) == "**") {
    diagnostics_.error({at - 1, 2}, Mistake::power_sign, "C++ has no ** for powers", "write powf(x, y)");
    return build_.broken(e.place);
  }
  if (tell_of_missing_elements(*a)) return build_.broken(e.place);
  if (!is_number) return operators_.dereference(a, e.place);
  diagnostics_.error(e.place, Mistake::points_to_nothing,
                     with_article(a->type.plain()) + " cannot be dereferenced with *", "remove the *");
  return build_.broken(e.place);
}

// Warns of `0 < i < n`, which compares a bool with n.
void ExpressionChecker::warn_of_chain(const syntax::Expression& e) {
  const auto compares = [](Mark op) {
    return op == Mark::less || op == Mark::less_equal || op == Mark::greater || op == Mark::greater_equal;
  };
  const syntax::Expression& a = *e.a;
  if (!compares(e.op) || a.kind != Written::binary || a.in_parens || !compares(a.op)) return;
  const std::string first(text_of(a.place)), middle(text_of(a.b->place)), last(text_of(e.b->place));
  diagnostics_.warning(e.at, Mistake::chained_comparison,
                       "this compares the result of " + quoted(first) + ", which is 0 or 1",
                       "write " + first + " && " + middle + " " + text(e.op) + " " + last);
}

const Expression* ExpressionChecker::check_binary(const syntax::Expression& e) {
  const Expression* const a = check(*e.a);
  const Expression* const b = check(*e.b);
  const auto overloads = [](Type type) { return type.is_structure() || type.is_enumeration(); };
  if (!is_broken(a) && !is_broken(b) && (overloads(a->type) || overloads(b->type))) {
    std::vector<Argument> arguments{{e.a, a, a->place}, {e.b, b, b->place}};
    if (const Expression* const call = parts().calls.operator_call(text(e.op), arguments, e.place, e.at)) return call;
    if (e.op == Mark::and_and || e.op == Mark::bar_bar)
      return operators_.binary(e.op, parts().conversions.truth(a), parts().conversions.truth(b), e.at);
    for (const Expression* const s : {a, b})
      if (s->type.is_structure() && s->type->structure->vector == 0) {
        // A structure is converted to a number if one is wanted.
        const Type number = (s == a ? b : a)->type;
        if (!number.is_arithmetic()) continue;
        if (const Expression* const made = parts().conversions.user_converted(s, number))
          return operators_.binary(e.op, s == a ? made : a, s == b ? made : b, e.at);
      }
  }
  if (!is_broken(a) && !is_broken(b)) warn_of_chain(e);
  const Expression* const made = operators_.binary(e.op, a, b, e.at);
  if (is_broken(made) && !is_broken(a) && !is_broken(b)) doubt(a, b);
  return made;
}

// If only one of them is a pointer, the other may be a variable that lost its *.
void ExpressionChecker::doubt(const Expression* a, const Expression* b) {
  const auto points = [](const Expression* e) { return e->type.is_pointer() || e->type.is_array(); };
  if (points(a) == points(b)) return;
  const Expression* const e = points(a) ? b : a;
  if (e->kind == Kind::variable && e->variable->function != nullptr) doubtful_.insert(e->variable);
}

const Expression* ExpressionChecker::check_assign(const syntax::Expression& e) {
  frame_->assigned = e.op == Mark::equals && e.a->kind == Written::name ? e.a->name : nullptr;
  const Expression* const a = check(*e.a);
  frame_->assigned = nullptr;
  if (&e == frame_->asked && a->type.is_const()) return build_.broken(e.place);
  if (is_broken(a)) {
    if (e.b->kind != Written::braces) static_cast<void>(check(*e.b));
    return a;
  }
  if (a->type.is_structure()) {
    if (e.b->kind == Written::braces && e.op == Mark::equals)
      return operators_.assign(a, parts().values.from_syntax(a->type.plain(), *e.b, ""), e.at);
    const Expression* const b = check(*e.b);
    if (is_broken(b)) return b;
    std::vector<Argument> arguments{{e.a, a, a->place}, {e.b, b, b->place}};
    if (const Expression* const call = parts().calls.operator_call(text(e.op), arguments, e.place, e.at)) return call;
    if (e.op != Mark::equals) return operators_.compound(e.op, a, b, e.at);
    if (!operators_.writable(*a, e.at)) return build_.broken(e.place);
    const Expression* const made = parts().conversions.wanted(
        b, a->type.plain(), "the left side of = is " + with_article(a->type.plain()), b->place);
    return is_broken(made) ? made : operators_.assign(a, made, e.at);
  }
  if (e.b->kind == Written::braces)
    return operators_.assign(
        a, parts().values.from_syntax(a->type.plain(), *e.b, "the left side of = is " + with_article(a->type.plain())),
        e.at);
  const Expression* b = check(*e.b);
  if (b->type.is_structure() && !is_broken(b))
    if (const Expression* const made = parts().conversions.user_converted(b, a->type.plain())) b = made;
  const Expression* const made =
      e.op == Mark::equals ? operators_.assign(a, b, e.at) : operators_.compound(e.op, a, b, e.at);
  if (is_broken(made) && !is_broken(b)) doubt(a, b);
  return made;
}

bool ExpressionChecker::tell_of_missing_elements(const Expression& e) {
  if (!e.type.is_arithmetic() && !e.type.is_structure()) return false;
  if (e.kind == ExpressionKind::field && e.field->place.length > 0) return tell_of_missing_elements(*e.field, e.place);
  if (e.kind != ExpressionKind::variable || e.variable->function == nullptr) return false;
  const Variable& v = *e.variable;
  if (doubtful_.contains(&v)) return true;
  if (v.space != Space::parameter && (v.space == Space::place || (v.type.is_integer() && v.space != Space::shared))) {
    if (v.space == Space::local && v.place.length > 0 && doubtful_.insert(&v).second)
      diagnostics_.error(e.place, Mistake::no_elements,
                         quoted(v.name) + " is " + with_article(v.type) + ", and has no elements");
    return v.space == Space::local && v.place.length > 0;
  }
  if (doubtful_.insert(&v).second && !diagnostics_.any_error_in(v.place))
    diagnostics_.error(
        v.place, Mistake::elements_asked,
        quoted(v.name) + " is " + with_article(v.type) + ", but " + line_of(input_.source, e.place) +
            " uses it as an array",
        v.space == Space::parameter ? Mend::write_before("*") : "give its size: " + std::string(v.name) + "[...]");
  return true;
}

bool ExpressionChecker::tell_of_missing_elements(const Field& field, Place at) {
  if (told_.first(&field))
    diagnostics_.error(field.place, Mistake::elements_asked,
                       quoted(field.name) + " is " + with_article(field.type) + ", but " + line_of(input_.source, at) +
                           " uses it as an array",
                       Mend::write_before("*"));
  return true;
}

const Expression* ExpressionChecker::check_subscript(const syntax::Expression& e) {
  const Expression* const a = check(*e.a);
  const Expression* const b = check(*e.b);
  if (e.b->kind == Written::comma && !e.b->in_parens) {
    const bool is_array = !is_broken(a) && a->type.is_array() && a->type.inner().is_array();
    diagnostics_.tell(is_array ? Severity::error : Severity::warning, e.b->place, Mistake::comma_in_index,
                      "a comma in [ ] discards the index before it", "write [i][j] for two indices");
    if (is_array) return build_.broken(e.place);
  }
  if (is_broken(a)) return build_.broken(e.place);
  if (is_broken(b) && tell_of_missing_elements(*a)) return build_.broken(e.place);
  if (a->kind == Kind::element && a->type.is_arithmetic() && (is_broken(b) || b->type.is_arithmetic())) {
    const bool of_pointer = a->a->kind != Kind::decay;
    diagnostics_.error(
        e.b->place, Mistake::index_too_many,
        "there is one index too many: " + quoted(text_of(e.a->place)) + " is already " + with_article(a->type.plain()),
        of_pointer ? "write one index, as in [row * width + column]" : "remove it");
    return build_.broken(e.place);
  }
  if (is_broken(b)) return build_.broken(e.place);
  if (a->type.is_structure()) {
    std::vector<Argument> arguments{{e.a, a, a->place}, {e.b, b, b->place}};
    if (const Expression* const call = parts().calls.operator_call("[]", arguments, e.place, e.at)) return call;
  }
  if (!b->type.is_pointer() && tell_of_missing_elements(*a)) return build_.broken(e.place);
  return operators_.element(a, b, e.place);
}

namespace {

Sentence subject(const Expression* e) {
  return e->kind == Kind::variable && !e->variable->name.empty() ? quoted(e->variable->name) : "this";
}

}  // namespace

const Expression* ExpressionChecker::object_of(const syntax::Expression& e, const Expression* object) {
  if (e.op == Mark::arrow && object->type.is_structure()) {
    std::vector<Argument> arguments{{e.a, object, object->place}};
    if (const Expression* const pointer = parts().calls.operator_call("->", arguments, e.a->place, e.at))
      return operators_.dereference(pointer, e.a->place);
    diagnostics_.error(e.at, Mistake::dot_for_arrow, subject(object) + " is not a pointer", "write . instead of ->");
  }
  if (!object->type.is_pointer()) return object;
  if (e.op == Mark::dot && !object->type.inner().is_structure()) return object;
  if (e.op == Mark::dot)
    diagnostics_.error(e.at, Mistake::arrow_for_dot, subject(object) + " is a pointer", "write -> instead of .");
  return operators_.dereference(object, e.a->place);
}

const Expression* ExpressionChecker::check_member(const syntax::Expression& e) {
  const Expression* object = check(*e.a);
  if (!is_broken(object)) object = object_of(e, object);
  if (is_broken(object)) return build_.broken(e.place);
  return member(object, e.name->last().text, e.place, e.name->place);
}

const Expression* ExpressionChecker::own_field(const Expression* object, std::string_view name, Place place) {
  if (!object->type.is_structure()) return nullptr;
  for (const Field& field : object->type->structure->fields) {
    if (field.name == name) return operators_.field(object, field, place);
    if (!field.name.empty()) continue;
    if (const Expression* const inner = own_field(operators_.field(object, field, place), name, place)) return inner;
  }
  return nullptr;
}

const Expression* ExpressionChecker::member(const Expression* object, std::string_view name, Place place, Place at) {
  if (is_broken(object)) return build_.broken(place);
  Record* const record = records_.of(object->type);
  if (record == nullptr) {
    diagnostics_.error(at, Mistake::no_members, with_article(object->type) + " has no members");
    return build_.broken(place);
  }
  if (const Expression* const field = own_field(object, name, place)) return field;
  if (const Expression* const constant = static_member(*record, name, place)) return constant;
  std::vector<std::string_view> names;
  for (const Field& field : record->structure->fields) names.push_back(field.name);
  for (const auto& [method, callable] : record->methods) {
    if (method == name) {
      diagnostics_.error(
          at, Mistake::uncalled_function, quoted(name) + " is a function",
          "call it: " + std::string(name) + (parameters_of(*callable->declaration).empty() ? "()" : "(...)"));
      return build_.broken(place);
    }
    names.push_back(method);
  }
  const std::string key = std::string(record->structure->name) + "." + std::string(name);
  if (poisoned_.contains(name) || poisoned_.contains(record->structure->name) || !told_.first(key))
    return build_.broken(place);
  const std::string_view near = meant_by(name, names);
  if (near.empty() && parts().structures.lacks_fields(*record)) return build_.broken(place);
  const bool is_place = object->kind == Kind::variable && object->variable->space == Space::place;
  diagnostics_.error(
      at, Mistake::no_member,
      quoted(is_place ? object->variable->name : record->structure->name) + " has no member " + quoted(name),
      !near.empty() ? Mend::meant(std::string(near))
      : is_place    ? "it has x, y and z"
                    : "");
  return build_.broken(place);
}

const Expression* ExpressionChecker::check_cast(const syntax::Expression& e) {
  const Type to = parts().types.type_of(*e.type);
  if (e.a->kind == Written::braces) return parts().values.from_braces(to, e.a->list, e.place);
  const Expression* const value = check(*e.a);
  if (to.is_unknown() || is_broken(value)) return build_.broken(e.place);
  if (e.text == "dynamic_cast") {
    diagnostics_.error(e.at, Mistake::not_understood, "dynamic_cast is not supported in device code");
    return build_.broken(e.place);
  }
  return cast(value, to, e.text, e.place);
}

// `(float4 &)x`: the same place as another type.
const Expression* ExpressionChecker::cast_reference(const Expression* from, Type to, Place place) {
  const Type seen = to.inner();
  if (!from->is_place) {
    if (seen.is_const() && from->type.plain() == seen.plain()) return build_.keep(from);
    diagnostics_.error(place, Mistake::bad_cast, "only a variable or an element can be cast to " + with_article(to));
    return build_.broken(place);
  }
  if (from->type == seen) return from;
  Expression* const e = build_.node(Kind::reinterpret, seen, place);
  e->a = from;
  e->is_place = true;
  return e;
}

const Expression* ExpressionChecker::cast(const Expression* from, Type to, std::string_view word, Place place) {
  if (to.is_reference()) return cast_reference(from, to, place);
  const Expression* const value = build_.value(from);
  const auto placed = [&](const Expression* e) {
    if (is_broken(e) || e->kind == Kind::constant)
      return e->kind == Kind::constant ? build_.constant(*e->value, e->type, place) : e;
    Expression* const copy = arena_.make<Expression>(*e);
    copy->place = place;
    return const_cast<const Expression*>(copy);
  };
  if (to.is_void()) return placed(build_.converted(value, to));
  const Type type = value->type;
  const bool numbers = (type.is_arithmetic() || type.is_enumeration()) && (to.is_arithmetic() || to.is_enumeration());
  const bool free = word.empty() || word == "reinterpret_cast";
  const bool pointers = to.is_pointer() && (type.is_pointer() || type.is(TypeKind::null));
  const bool from_void = type.is_pointer() && (type.inner().is_void() || to.is_pointer());
  if (numbers && word != "reinterpret_cast" && word != "const_cast") return placed(build_.converted(value, to));
  if (pointers && (free || word == "const_cast" || from_void)) return placed(build_.converted(value, to));
  if (free && to.is_pointer() && type.is_integer()) return placed(build_.converted(value, to));
  if (free && type.is_pointer() && to.is_integer()) {
    if (to->size >= 8 || to.is(TypeKind::bool_)) return placed(build_.converted(value, to));
    diagnostics_.error(place, Mistake::bad_cast, "an address has 64 bits, but " + with_article(to) + " has fewer");
    return build_.broken(place);
  }
  if (const Expression* const e = build_.adapted(value, to)) return placed(e);
  if (const Expression* const e = parts().conversions.user_converted(from, to)) return placed(e);
  diagnostics_.error(place, Mistake::bad_cast, with_article(type) + " cannot be converted to " + with_article(to));
  return build_.broken(place);
}

const Expression* ExpressionChecker::check_size_of(const syntax::Expression& e) {
  Type type = e.type != nullptr ? parts().types.type_of(*e.type) : check(*e.a)->type;
  if (type.is_reference()) type = type.inner();
  if (type.is_unknown()) return build_.broken(e.place);
  const bool alignment = e.text == "alignof";
  if (type->size == 0) {
    diagnostics_.error(e.place, Mistake::unknown_size, "the size of " + with_article(type) + " is not known");
    return build_.broken(e.place);
  }
  const std::uint64_t bytes = alignment ? type->alignment : type->size;
  return build_.constant(Value::of(TypeKind::unsigned_long, static_cast<std::int64_t>(bytes)), e.place);
}

// True for `threadIdx.x` or a constant of the function.
bool ExpressionChecker::names_constant(const syntax::Expression& e) {
  if (e.kind == Written::member) return names_constant(*e.a);
  if (e.kind != Written::name || e.name->parts.size() > 1) return false;
  if (const Symbol* const s = parts().lookup.local(e.name->last().text))
    return s->variable != nullptr && s->variable->type.is_const();
  return builtin_place(e.name->last().text, e.place) != nullptr;
}

void ExpressionChecker::warn_of_condition(const syntax::Expression& e) {
  if (e.kind != Written::assign || e.op != Mark::equals || e.in_parens) return;
  const bool is_refused = names_constant(*e.a);
  if (is_refused) frame_->asked = &e;
  diagnostics_.tell(is_refused ? Severity::error : Severity::warning, e.at, Mistake::assigns_in_condition,
                    "this = assigns a value and does not compare", "did you mean ==?");
}

}  // namespace tilescope::language
