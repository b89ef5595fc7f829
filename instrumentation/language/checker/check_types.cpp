// From a type as it is written to what it is: structures with their members, enumerations, arrays with their sizes,
// templates with their arguments.
#include "instrumentation/language/checker/checking.h"

namespace tilescope::language {

namespace {

using syntax::DeclarationKind;
using Base = syntax::Specifiers::Base;
using Step = syntax::DeclaratorStep;

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 40;

}  // namespace

Type Checker::word_type(const syntax::Specifiers& s) {
  const auto either = [&](TypeKind is_signed, TypeKind is_unsigned) {
    return build_.type(s.is_unsigned ? is_unsigned : is_signed);
  };
  switch (s.word) {
    case Keyword::void_: return build_.type(TypeKind::void_);
    case Keyword::bool_: return build_.type(TypeKind::bool_);
    case Keyword::float_: return build_.type(TypeKind::float_);
    case Keyword::double_: return build_.type(TypeKind::double_);
    case Keyword::wchar_t_: return build_.type(TypeKind::int_);
    case Keyword::char_:
      return s.is_signed ? build_.type(TypeKind::signed_char) : either(TypeKind::char_, TypeKind::unsigned_char);
    default: break;
  }
  if (s.is_short) return either(TypeKind::short_, TypeKind::unsigned_short);
  if (s.longs > 1) return either(TypeKind::long_long, TypeKind::unsigned_long_long);
  if (s.longs == 1) return either(TypeKind::long_, TypeKind::unsigned_long);
  return either(TypeKind::int_, TypeKind::unsigned_int);
}

Type Checker::base_type(const syntax::Specifiers& s) {
  Type type;
  switch (s.base) {
    case Base::words: type = word_type(s); break;
    case Base::named:
      if (s.name == nullptr) break;
      if (const std::optional<Type> found = find_type(*s.name))
        type = *found;
      else if (!is_of_unknown(*s.name))
        unknown_name(*s.name, Mistake::undeclared_type,
                     {"float", "double", "int", "unsigned", "char", "bool", "void", "float2", "float3", "float4",
                      "int2", "int3", "int4", "double2"});
      break;
    case Base::type_of: {
      const Expression* const e = check(*s.expression);
      type = e->type;
      if (e->is_place && (e->kind != ExpressionKind::variable || s.expression->in_parens) && !type.is_unknown())
        type = build_.types().reference_to(type);
      break;
    }
    case Base::structure: {
      const std::string name = s.structure->name != nullptr ? std::string(s.structure->name->last().text) : "struct";
      Record* const record = records_.make(*s.structure, frame_->bindings, frame_->namespaces, name);
      complete(*record);
      type = record->structure->type;
      break;
    }
    case Base::enumeration:
      evaluate(*s.enumeration);
      type = enumerations_[s.enumeration];
      break;
    case Base::automatic:
    case Base::none: break;
  }
  if (type.is_structure()) knobs_.note(type->structure);
  if (s.is_const || s.is_constexpr) type = type.with_const();
  if (s.is_volatile) type = type.with_volatile();
  return type;
}

// Whether it is part of a type that is not known itself, which was told of.
bool Checker::is_of_unknown(const syntax::Name& name) {
  if (name.parts.size() < 2) return false;
  const std::optional<Type> outer = find_simple_type({.parts = name.parts.first(1), .place = name.parts[0].place});
  return outer && outer->is_unknown();
}

Type Checker::type_of(const syntax::TypeName& type) { return with_steps(base_type(*type.specifiers), type.steps); }

// A parameter's array is a pointer to its elements.
Type Checker::with_steps(Type type, std::span<const Step> steps, bool parameter) {
  for (std::size_t n = steps.size(); n-- > 0;) {
    const Step& step = steps[n];
    if (type.is_unknown()) return type;
    switch (step.kind) {
      case Step::Kind::pointer:
        if (type.is_reference()) {
          diagnostics_.error(step.place, Mistake::bad_type, "nothing points to a reference");
          return Type();
        }
        type = build_.types().pointer_to(type);
        if (step.is_const) type = type.with_const();
        if (step.is_volatile) type = type.with_volatile();
        break;
      case Step::Kind::reference:
      case Step::Kind::moved_reference:
        if (!type.is_reference()) type = build_.types().reference_to(type);
        break;
      case Step::Kind::array:
        if (parameter && n == 0)
          type = build_.types().pointer_to(type);
        else
          type = array_type(type, step);
        break;
      case Step::Kind::function:
        diagnostics_.error(step.place, Mistake::function_pointer, "functions cannot be pointed to here",
                           "call it by its name");
        return Type();
    }
  }
  if (parameter && type.is_array()) type = build_.types().pointer_to(type.inner().qualified_as(type));
  return type;
}

Type Checker::array_type(Type element, const Step& step) {
  if (element.is_array() && element->count == 0) {
    diagnostics_.error(step.place, Mistake::bad_array, "only the first size of an array may be left out");
    return Type();
  }
  if (step.size == nullptr) return build_.types().array_of(element, 0);
  const Expression* const size = constant_expression(*step.size);
  if (is_broken(size)) return Type();
  const std::optional<std::int64_t> count = Build::known_integer(size);
  if (!count || !(size->type.is_integer() || size->type.is_enumeration())) {
    if (size->type.is_floating())
      diagnostics_.error(step.size->place, Mistake::size_type,
                         "the size of an array is an integer, and this is " + with_article(size->type));
    else
      diagnostics_.error(step.size->place, Mistake::constant_wanted,
                         "the size of an array has to be known before anything runs", "make it a constant or a macro");
    return Type();
  }
  if (*count <= 0) {
    diagnostics_.error(step.size->place, Mistake::bad_array,
                       "an array of " + std::to_string(*count) + " elements cannot be");
    return Type();
  }
  if (element.is_void() || element.is_reference()) {
    diagnostics_.error(step.place, Mistake::bad_array, "there are no arrays of " + quoted(element));
    return Type();
  }
  if (static_cast<std::uint64_t>(*count) > most_bytes / std::max<std::uint64_t>(element->size, 1)) {
    diagnostics_.error(step.size->place, Mistake::too_large, "this array is larger than any memory");
    return Type();
  }
  return build_.types().array_of(element, static_cast<std::uint64_t>(*count));
}

std::optional<Type> Checker::find_type(const syntax::Name& name) {
  if (name.parts.size() > 1) {
    if (Record* const record = scope_record(name, name.parts.size() - 1)) return member_type(*record, name.last());
    for (Entity* const e : find(name))
      if (const std::optional<Type> type = entity_type(*e, name.last())) return type;
    if (const std::optional<Type> type = trait_type(name)) return type;
    if (name.parts[0].text == "std")
      if (const std::optional<TypeKind> kind = known_typedef(name.last().text)) return build_.type(*kind);
    return std::nullopt;
  }
  return find_simple_type(name);
}

std::optional<Type> Checker::find_simple_type(const syntax::Name& name) {
  const syntax::NamePart& part = name.last();
  if (const Symbol* const s = local(part.text); s != nullptr && !part.has_arguments)
    return s->variable == nullptr && s->value == nullptr ? std::optional(s->type) : std::nullopt;
  if (const Binding* const b = binding(part.text))
    return b->value.value == nullptr ? std::optional(b->value.type) : std::nullopt;
  if (frame_->of != nullptr) {
    Record& of = records_.of(*frame_->of->structure);
    if (of.syntax != nullptr && of.syntax->name != nullptr && of.syntax->name->last().text == part.text &&
        !part.has_arguments)
      return of.structure->type;
    if (const std::optional<Type> type = member_type(of, part)) return type;
  }
  std::optional<Type> type;
  for (Entity* const e : find(name))
    if (!type || e->kind == EntityKind::structure) {
      const std::optional<Type> of = entity_type(*e, part);
      if (of) type = of;
    }
  if (type) return type;
  if (Record* const vector = records_.vector(part.text)) return vector->structure->type;
  if (const std::optional<TypeKind> kind = known_typedef(part.text)) return build_.type(*kind);
  return std::nullopt;
}

std::optional<Type> Checker::entity_type(Entity& e, const syntax::NamePart& part) {
  switch (e.kind) {
    case EntityKind::structure: {
      use(e);
      Record* const record = structure_record(e, part);
      return record == nullptr ? Type() : record->structure->type;
    }
    case EntityKind::enumeration:
      use(e);
      evaluate(*e.enumeration);
      return enumerations_[e.enumeration];
    case EntityKind::alias: {
      use(e);
      if (e.declaration->is_template) {
        const Bindings* bindings = nullptr;
        if (!template_values(e.declaration->parameters, part.arguments, part.place, e.name, bindings)) return Type();
        Frame frame{.bindings = bindings, .namespaces = e.namespaces};
        const Entered entered(*this, frame);
        return alias_type(*e.declaration);
      }
      if (e.progress == Progress::working) {
        diagnostics_.error(part.place, Mistake::made_of_itself, quoted(e.name) + " is made of itself");
        return Type();
      }
      if (e.progress == Progress::fresh) {
        const Depending depending(*this, e.name, e.place);
        e.progress = Progress::working;
        Frame frame{.namespaces = e.namespaces};
        const Entered entered(*this, frame);
        const Knobs::Collecting collecting(knobs_);
        e.type = alias_type(*e.declaration);
        knobs_.set(&e, collecting.found());
        e.progress = Progress::done;
      }
      knobs_.note(&e);
      return e.type;
    }
    default: return std::nullopt;
  }
}

// A structure that has no name of its own has its typedef's.
Type Checker::alias_type(const syntax::Declaration& d) {
  const syntax::Specifiers& s = *d.specifiers;
  if (s.structure == nullptr || s.structure->name != nullptr) {
    if (s.structure == nullptr) return with_steps(base_type(s), d.steps);
    const syntax::Name& name = *s.structure->name;
    const std::optional<Type> type = find_simple_type(name);
    return type ? with_steps(*type, d.steps) : Type();
  }
  if (const Record* const record = records_.written(*s.structure, frame_->bindings))
    return with_steps(record->structure->type, d.steps);
  Record* const record =
      records_.make(*s.structure, frame_->bindings, frame_->namespaces, std::string(d.name->last().text));
  complete(*record);
  return with_steps(record->structure->type, d.steps);
}

// What `a::b` in `a::b::c` stands for, where that is a structure.
Record* Checker::scope_record(const syntax::Name& name, std::size_t parts) {
  if (parts == 1) {
    const syntax::NamePart& part = name.parts[0];
    syntax::Name first{.parts = name.parts.first(1), .place = part.place};
    if (!names_.contains(part.text) && binding(part.text) == nullptr && local(part.text) == nullptr &&
        frame_->of == nullptr)
      return nullptr;
    const std::optional<Type> type = find_simple_type(first);
    return type ? records_.of(*type) : nullptr;
  }
  if (Record* const outer = scope_record(name, parts - 1)) {
    const std::optional<Type> type = member_type(*outer, name.parts[parts - 1]);
    return type ? records_.of(*type) : nullptr;
  }
  syntax::Name first{.parts = name.parts.first(parts), .place = name.place};
  for (Entity* const e : find(first))
    if (const std::optional<Type> type = entity_type(*e, first.last())) return records_.of(*type);
  return nullptr;
}

std::optional<Type> Checker::member_type(Record& record, const syntax::NamePart& part) {
  if (const auto known = record.types.find(part.text); known != record.types.end()) return known->second;
  for (const auto& [name, d] : record.others) {
    if (name != part.text ||
        (d->kind == DeclarationKind::variable && d->name != nullptr && d->name->last().text == name))
      continue;
    Frame frame{.bindings = record.bindings, .of = &record, .namespaces = record.namespaces};
    const Entered entered(*this, frame);
    if (d->is_template) return template_member(record, *d, part);
    if (d->kind != DeclarationKind::alias && d->specifiers->enumeration != nullptr)
      return record.types[part.text] = enumeration_in(record, *d->specifiers->enumeration);
    record.types[part.text] = Type();  // one that is made of itself
    const Type type =
        d->kind == DeclarationKind::alias && d->name->last().text == name ? alias_type(*d) : base_type(*d->specifiers);
    return record.types[part.text] = type;
  }
  return std::nullopt;
}

std::string Checker::name_with(std::string_view name, const TemplateValues& values) const {
  std::string text(name);
  for (std::size_t n = 0; n < values.size(); ++n)
    text += (n == 0 ? "<" : ", ") + (values[n].value != nullptr ? text_of(values[n]) : name_of(values[n].type));
  return values.empty() ? text : text + ">";
}

// An enumeration's are none of its numbers: with a name where one has it.
std::string Checker::text_of(const TemplateValue& value) const {
  const std::string number = to_text(*value.value);
  if (!value.type.is_enumeration()) return number;
  const Enumeration& of = *value.type->enumeration;
  const std::optional<std::string> name = full_name(of);
  if (!name) return number;
  for (const auto& [one, is] : of.values)
    if (is == value.value->integer) return *name + "::" + std::string(one);
  return "static_cast<" + *name + ">(" + number + ")";
}

std::optional<std::string> Checker::full_name(const Enumeration& of) const {
  if (!of.structure.empty()) return std::string(of.structure) + "::" + std::string(of.name);
  for (const Entity* const e : names_.of(of.name)) {
    if (e->kind != EntityKind::enumeration) continue;
    const auto type = enumerations_.find(e->enumeration);
    if (type != enumerations_.end() && type->second == of.type) return FileNames::full_name(e->namespaces, e->name);
  }
  return std::nullopt;
}

Type Checker::make_enumeration(const syntax::Enumeration& enumeration, std::string_view name,
                               const EachEnumerator& each, std::string_view structure) {
  Enumeration* const e = arena_.make<Enumeration>();
  e->name = name.empty() ? "enum" : name;
  e->scoped = enumeration.scoped;
  e->structure = structure;
  Type kept_in = enumeration.kept_in != nullptr ? type_of(*enumeration.kept_in) : build_.type(TypeKind::int_);
  if (!kept_in.is_integer()) kept_in = build_.type(TypeKind::int_);
  e->type = build_.types().of(*e, kept_in);
  std::vector<std::pair<std::string_view, std::int64_t>> all;
  std::int64_t next = 0;
  const std::size_t before = frame_->symbols.size();
  bool is_known = true;
  for (const syntax::Enumerator& one : enumeration.enumerators) {
    if (one.value != nullptr) {
      const Expression* const value = constant_expression(*one.value);
      is_known = !is_broken(value);
      if (const auto known = Build::known_integer(value))
        next = *known;
      else if (!is_broken(value))
        diagnostics_.error(one.value->place, Mistake::constant_wanted,
                           "the value of " + quoted(one.name) + " has to be a constant integer");
    }
    if (!is_known) continue;
    const Value value = Value::of(kept_in.kind(), next);
    each(one, value);
    all.emplace_back(one.name, value.integer);
    frame_->symbols.push_back({.name = one.name,
                               .variable = nullptr,
                               .type = enumeration.scoped ? e->type : kept_in,
                               .value = build_.kept(value)});
    next = static_cast<std::int64_t>(static_cast<std::uint64_t>(value.integer) + 1);
  }
  frame_->symbols.keep(before);
  e->values = arena_.list(all);
  return e->type;
}

// One that a structure declares: each structure of a template has its own.
Type Checker::enumeration_in(Record& record, const syntax::Enumeration& enumeration) {
  if (record.bindings == nullptr) {
    evaluate(enumeration, record.structure->name);
    return enumerations_[&enumeration];
  }
  const auto [known, fresh] = record.enumerations.try_emplace(&enumeration);
  if (!fresh) return known->second;
  const std::string_view name = enumeration.name != nullptr ? enumeration.name->last().text : std::string_view();
  const Type type = make_enumeration(
      enumeration, name, [](const syntax::Enumerator&, const Value&) {}, record.structure->name);
  return record.enumerations[&enumeration] = type;
}

// One of the file or of a structure; what its names are worth is kept where they are looked for.
void Checker::evaluate(const syntax::Enumeration& enumeration, std::string_view structure) {
  if (enumerations_.contains(&enumeration)) return;
  enumerations_[&enumeration] = Type();
  std::vector<std::pair<std::string_view, const Value*>> values;
  const std::string_view name = enumeration.name != nullptr ? enumeration.name->last().text : std::string_view();
  const Type type = make_enumeration(
      enumeration, name,
      [&](const syntax::Enumerator& one, const Value& value) { values.emplace_back(one.name, build_.kept(value)); },
      structure);
  enumerations_[&enumeration] = type;
  for (const auto& [one, value] : values)
    for (Entity* const e : names_.of(one))
      if (e->enumeration == &enumeration && e->kind == EntityKind::enumerator) {
        e->value = value;
        e->type = type;
      }
}

std::optional<TemplateValue> Checker::template_value(const syntax::TemplateParameter& parameter,
                                                     const syntax::TemplateArgument& argument,
                                                     const Bindings* earlier) {
  if (parameter.kind == syntax::TemplateParameter::Kind::type) {
    if (argument.type != nullptr) {
      const Type type = type_of(*argument.type);
      return type.is_unknown() ? std::nullopt : std::optional(TemplateValue{type, nullptr});
    }
    if (argument.value != nullptr && argument.value->kind == syntax::ExpressionKind::name)
      if (const std::optional<Type> type = find_type(*argument.value->name)) return TemplateValue{*type, nullptr};
    diagnostics_.error(argument.place, Mistake::type_wanted,
                       parameter.name.empty() ? "a type is wanted here, and this is a value"
                                              : quoted(parameter.name) + " stands for a type, and this is a value");
    return std::nullopt;
  }
  const syntax::Expression* written = argument.value;
  syntax::Expression name;
  if (written == nullptr && argument.type != nullptr && argument.type->specifiers->base == Base::named) {
    name.kind = syntax::ExpressionKind::name;
    name.name = argument.type->specifiers->name;
    name.place = name.at = argument.place;
    written = &name;
  }
  if (written == nullptr) {
    diagnostics_.error(argument.place, Mistake::value_wanted,
                       quoted(parameter.name) + " stands for a value, and this is a type");
    return std::nullopt;
  }
  const Expression* value = constant_expression(*written);
  if (is_broken(value)) return std::nullopt;
  if (parameter.value_type != nullptr && parameter.value_type->specifiers->base != Base::automatic) {
    Frame frame{.bindings = earlier != nullptr ? earlier : frame_->bindings,
                .of = frame_->of,
                .namespaces = frame_->namespaces};
    frame.symbols = frame_->symbols;
    const Entered entered(*this, frame);
    const Type type = type_of(*parameter.value_type);
    if (type.is_unknown()) return std::nullopt;
    if (!type.is_arithmetic() && !type.is_enumeration()) {
      diagnostics_.error(parameter.place, Mistake::template_parameter,
                         "only types and numbers are understood as parameters of templates here");
      return std::nullopt;
    }
    value = build_.converted(value, type);
  }
  if (Build::known(value) == nullptr) {
    diagnostics_.error(argument.place, Mistake::constant_wanted,
                       "the argument for " + quoted(parameter.name) + " has to be a constant");
    return std::nullopt;
  }
  return TemplateValue{value->type, Build::known(value)};
}

const Bindings* Checker::bind(std::span<const syntax::TemplateParameter> parameters, const TemplateValues& values,
                              const Bindings* outer, bool knobs) {
  std::vector<Binding> all;
  for (std::size_t n = 0; n < values.size(); ++n)
    all.push_back({parameters[n].name, values[n], parameters[n].place, knobs});
  return arena_.make<Bindings>(Bindings{outer, arena_.list(all)});
}

std::optional<Checker::TemplateValues> Checker::template_values(std::span<const syntax::TemplateParameter> parameters,
                                                                std::span<const syntax::TemplateArgument> given,
                                                                Place place, std::string_view name,
                                                                const Bindings*& bindings, bool tell) {
  TemplateValues values;
  if (given.size() > parameters.size()) {
    if (tell)
      diagnostics_.error(place, Mistake::template_count,
                         quoted(name) + " takes " + count(parameters.size()) + " in < >, and " +
                             std::to_string(given.size()) + " are given");
    return std::nullopt;
  }
  for (std::size_t n = 0; n < parameters.size(); ++n) {
    const syntax::TemplateParameter& parameter = parameters[n];
    if (parameter.kind == syntax::TemplateParameter::Kind::other) {
      if (tell)
        diagnostics_.error(parameter.place, Mistake::any_number_of_arguments,
                           "templates of any number of arguments, or of templates, are not understood here");
      return std::nullopt;
    }
    std::optional<TemplateValue> value;
    if (n < given.size()) {
      value = template_value(parameter, given[n], bind(parameters, values, bindings));
    } else if (parameter.default_type != nullptr || parameter.default_value != nullptr) {
      Frame frame{.bindings = bind(parameters, values, bindings), .of = frame_->of, .namespaces = frame_->namespaces};
      const Entered entered(*this, frame);
      value = template_value(parameter, {parameter.default_type, parameter.default_value, parameter.place});
    } else if (tell) {
      diagnostics_.error(
          place, Mistake::template_unsaid,
          quoted(name) + " wants " + count(parameters.size()) + " in < >: " + quoted(parameter.name) + " is not given");
    }
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  bindings = bind(parameters, values, bindings);
  return values;
}

}  // namespace tilescope::language
