// Checks types: structures with their members, enumerations, arrays with their sizes, templates with their arguments.
#include "instrumentation/language/checker/parts.h"

namespace tilescope::language {

namespace {

using syntax::DeclarationKind;
using Base = syntax::Specifiers::Base;
using Step = syntax::DeclaratorStep;

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 40;

}  // namespace

Type TypeChecker::word_type(const syntax::Specifiers& s) {
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

Type TypeChecker::base_type(const syntax::Specifiers& s) {
  Type type;
  switch (s.base) {
    case Base::words: type = word_type(s); break;
    case Base::named:
      if (s.name == nullptr) break;
      if (const std::optional<Type> found = find_type(*s.name))
        type = *found;
      else if (!is_of_unknown(*s.name))
        parts().lookup.unknown_name(*s.name, Mistake::undeclared_type,
                                    {"float", "double", "int", "unsigned", "char", "bool", "void", "float2", "float3",
                                     "float4", "int2", "int3", "int4", "double2"});
      break;
    case Base::type_of: {
      const Expression* const e = parts().expressions.check(*s.expression);
      type = e->type;
      if (e->is_place && (e->kind != ExpressionKind::variable || s.expression->in_parens) && !type.is_unknown())
        type = build_.types().reference_to(type);
      break;
    }
    case Base::structure: {
      const std::string name = s.structure->name != nullptr ? std::string(s.structure->name->last().text) : "struct";
      Record* const record = records_.make(*s.structure, frame_->bindings, frame_->namespaces, name);
      parts().structures.complete(*record);
      type = record->structure->type;
      break;
    }
    case Base::enumeration: type = parts().enumerations.evaluate(*s.enumeration); break;
    case Base::automatic:
    case Base::none: break;
  }
  if (type.is_structure()) knobs_.note(type->structure);
  if (s.is_const || s.is_constexpr) type = type.with_const();
  if (s.is_volatile) type = type.with_volatile();
  return type;
}

// True if it is a part of an unknown type, which was reported.
bool TypeChecker::is_of_unknown(const syntax::Name& name) {
  if (name.parts.size() < 2) return false;
  const std::optional<Type> outer = find_simple_type({.parts = name.parts.first(1), .place = name.parts[0].place});
  return outer && outer->is_unknown();
}

Type TypeChecker::type_of(const syntax::TypeName& type) { return type_of(*type.specifiers, type.steps); }

Type TypeChecker::type_of(const syntax::Specifiers& specifiers, std::span<const Step> steps, bool parameter) {
  return with_steps(base_type(specifiers), steps, parameter);
}

// An array parameter is a pointer to its elements.
Type TypeChecker::with_steps(Type type, std::span<const Step> steps, bool parameter) {
  for (std::size_t n = steps.size(); n-- > 0;) {
    const Step& step = steps[n];
    if (type.is_unknown()) return type;
    switch (step.kind) {
      case Step::Kind::pointer:
        if (type.is_reference()) {
          diagnostics_.error(step.place, Mistake::bad_type, "a pointer to a reference is not allowed");
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
        diagnostics_.error(step.place, Mistake::function_pointer, "function pointers are not supported by TileScope",
                           "call the function by its name");
        return Type();
    }
  }
  if (parameter && type.is_array()) type = build_.types().pointer_to(type.inner().qualified_as(type));
  return type;
}

Type TypeChecker::array_type(Type element, const Step& step) {
  if (element.is_array() && element->count == 0) {
    diagnostics_.error(step.place, Mistake::bad_array, "only the first dimension of an array may be omitted");
    return Type();
  }
  if (step.size == nullptr) return build_.types().array_of(element, 0);
  const Expression* const size = parts().expressions.constant_expression(*step.size);
  if (is_broken(size)) return Type();
  const std::optional<std::int64_t> count = Build::known_integer(size);
  if (!count || !(size->type.is_integer() || size->type.is_enumeration())) {
    if (size->type.is_floating())
      diagnostics_.error(step.size->place, Mistake::size_type,
                         "the size of an array must be an integer, but this is " + with_article(size->type));
    else
      diagnostics_.error(step.size->place, Mistake::constant_wanted, "the size of an array must be a constant",
                         "make it a constant or a macro");
    return Type();
  }
  if (*count <= 0) {
    diagnostics_.error(step.size->place, Mistake::bad_array,
                       "an array cannot have " + std::to_string(*count) + " elements");
    return Type();
  }
  if (element.is_void() || element.is_reference()) {
    diagnostics_.error(step.place, Mistake::bad_array, "an array of " + quoted(element) + " is not allowed");
    return Type();
  }
  if (static_cast<std::uint64_t>(*count) > most_bytes / std::max<std::uint64_t>(element->size, 1)) {
    diagnostics_.error(step.size->place, Mistake::too_large, "this array is too large to fit in any memory");
    return Type();
  }
  return build_.types().array_of(element, static_cast<std::uint64_t>(*count));
}

std::optional<Type> TypeChecker::find_type(const syntax::Name& name) {
  if (name.parts.size() > 1) {
    if (Record* const record = scope_record(name, name.parts.size() - 1)) return member_type(*record, name.last());
    for (Entity* const e : parts().lookup.find(name))
      if (const std::optional<Type> type = entity_type(*e, name.last())) return type;
    if (const std::optional<Type> type = parts().traits.trait_type(name)) return type;
    if (name.parts[0].text == "std")
      if (const std::optional<TypeKind> kind = known_typedef(name.last().text)) return build_.type(*kind);
    return std::nullopt;
  }
  return find_simple_type(name);
}

std::optional<Type> TypeChecker::find_simple_type(const syntax::Name& name) {
  const syntax::NamePart& part = name.last();
  if (const Symbol* const s = parts().lookup.local(part.text); s != nullptr && !part.has_arguments)
    return s->variable == nullptr && s->value == nullptr ? std::optional(s->type) : std::nullopt;
  if (const Binding* const b = parts().lookup.binding(part.text))
    return b->value.value == nullptr ? std::optional(b->value.type) : std::nullopt;
  if (frame_->of != nullptr) {
    Record& of = records_.of(*frame_->of->structure);
    if (of.syntax != nullptr && of.syntax->name != nullptr && of.syntax->name->last().text == part.text &&
        !part.has_arguments)
      return of.structure->type;
    if (const std::optional<Type> type = member_type(of, part)) return type;
  }
  std::optional<Type> type;
  for (Entity* const e : parts().lookup.find(name))
    if (!type || e->kind == EntityKind::structure) {
      const std::optional<Type> of = entity_type(*e, part);
      if (of) type = of;
    }
  if (type) return type;
  if (Record* const vector = records_.vector(part.text)) return vector->structure->type;
  if (const std::optional<TypeKind> kind = known_typedef(part.text)) return build_.type(*kind);
  return std::nullopt;
}

std::optional<Type> TypeChecker::entity_type(Entity& e, const syntax::NamePart& part) {
  switch (e.kind) {
    case EntityKind::structure: {
      parts().lookup.use(e);
      Record* const record = parts().structures.structure_record(e, part);
      return record == nullptr ? Type() : record->structure->type;
    }
    case EntityKind::enumeration: parts().lookup.use(e); return parts().enumerations.evaluate(*e.enumeration);
    case EntityKind::alias: {
      parts().lookup.use(e);
      if (e.declaration->is_template) {
        const Bindings* bindings = nullptr;
        if (!parts().templates.template_values(e.declaration->parameters, part.arguments, part.place, e.name, bindings))
          return Type();
        Frame frame{.bindings = bindings, .namespaces = e.namespaces};
        const Entered entered(context_, frame);
        return alias_type(*e.declaration);
      }
      if (e.progress == Progress::working) {
        diagnostics_.error(part.place, Mistake::made_of_itself, quoted(e.name) + " is defined in terms of itself");
        return Type();
      }
      if (e.progress == Progress::fresh) {
        const Depending depending(context_, e.name, e.place);
        e.progress = Progress::working;
        Frame frame{.namespaces = e.namespaces};
        const Entered entered(context_, frame);
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

// A structure without a name gets the name of its typedef.
Type TypeChecker::alias_type(const syntax::Declaration& d) {
  const syntax::Specifiers& s = *d.specifiers;
  if (s.structure == nullptr || s.structure->name != nullptr) {
    if (s.structure == nullptr) return type_of(s, d.steps);
    const syntax::Name& name = *s.structure->name;
    const std::optional<Type> type = find_simple_type(name);
    return type ? with_steps(*type, d.steps) : Type();
  }
  if (const Record* const record = records_.written(*s.structure, frame_->bindings))
    return with_steps(record->structure->type, d.steps);
  Record* const record =
      records_.make(*s.structure, frame_->bindings, frame_->namespaces, std::string(d.name->last().text));
  parts().structures.complete(*record);
  return with_steps(record->structure->type, d.steps);
}

// The structure that `a::b` in `a::b::c` stands for, if it is one.
Record* TypeChecker::scope_record(const syntax::Name& name, std::size_t length) {
  if (length == 1) {
    const syntax::NamePart& part = name.parts[0];
    syntax::Name first{.parts = name.parts.first(1), .place = part.place};
    if (!names_.contains(part.text) && parts().lookup.binding(part.text) == nullptr &&
        parts().lookup.local(part.text) == nullptr && frame_->of == nullptr)
      return nullptr;
    const std::optional<Type> type = find_simple_type(first);
    return type ? records_.of(*type) : nullptr;
  }
  if (Record* const outer = scope_record(name, length - 1)) {
    const std::optional<Type> type = member_type(*outer, name.parts[length - 1]);
    return type ? records_.of(*type) : nullptr;
  }
  syntax::Name first{.parts = name.parts.first(length), .place = name.place};
  for (Entity* const e : parts().lookup.find(first))
    if (const std::optional<Type> type = entity_type(*e, first.last())) return records_.of(*type);
  return nullptr;
}

std::optional<Type> TypeChecker::member_type(Record& record, const syntax::NamePart& part) {
  if (const auto known = record.types.find(part.text); known != record.types.end()) return known->second;
  for (const auto& [name, d] : record.others) {
    if (name != part.text ||
        (d->kind == DeclarationKind::variable && d->name != nullptr && d->name->last().text == name))
      continue;
    Frame frame{.bindings = record.bindings, .of = &record, .namespaces = record.namespaces};
    const Entered entered(context_, frame);
    if (d->is_template) return parts().structures.template_member(record, *d, part);
    if (d->kind != DeclarationKind::alias && d->specifiers->enumeration != nullptr)
      return record.types[part.text] = parts().enumerations.enumeration_in(record, *d->specifiers->enumeration);
    record.types[part.text] = Type();  // in case it is defined by itself
    const Type type =
        d->kind == DeclarationKind::alias && d->name->last().text == name ? alias_type(*d) : base_type(*d->specifiers);
    return record.types[part.text] = type;
  }
  return std::nullopt;
}

}  // namespace tilescope::language
