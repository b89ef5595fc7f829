// Enumerations of files, structures and functions: the values of their names.
#include "instrumentation/language/checker/parts.h"

namespace tilescope::language {

std::optional<std::string> EnumerationChecker::full_name(const Enumeration& of) const {
  if (!of.structure.empty()) return std::string(of.structure) + "::" + std::string(of.name);
  for (const Entity* const e : names_.of(of.name)) {
    if (e->kind != EntityKind::enumeration) continue;
    const auto type = enumerations_.find(e->enumeration);
    if (type != enumerations_.end() && type->second == of.type) return FileNames::full_name(e->namespaces, e->name);
  }
  return std::nullopt;
}

Type EnumerationChecker::make_enumeration(const syntax::Enumeration& enumeration, std::string_view name,
                                          const EachEnumerator& each, std::string_view structure) {
  Enumeration* const e = arena_.make<Enumeration>();
  e->name = name.empty() ? "enum" : name;
  e->scoped = enumeration.scoped;
  e->structure = structure;
  Type kept_in =
      enumeration.kept_in != nullptr ? parts().types.type_of(*enumeration.kept_in) : build_.type(TypeKind::int_);
  if (!kept_in.is_integer()) kept_in = build_.type(TypeKind::int_);
  e->type = build_.types().of(*e, kept_in);
  std::vector<std::pair<std::string_view, std::int64_t>> all;
  std::int64_t next = 0;
  const std::size_t before = frame_->symbols.size();
  bool is_known = true;
  for (const syntax::Enumerator& one : enumeration.enumerators) {
    if (one.value != nullptr) {
      const Expression* const value = parts().expressions.constant_expression(*one.value);
      is_known = !is_broken(value);
      if (const auto known = Build::known_integer(value))
        next = *known;
      else if (!is_broken(value))
        diagnostics_.error(one.value->place, Mistake::constant_wanted,
                           "the value of " + quoted(one.name) + " must be a constant integer");
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

// An enumeration in a structure: each instance of a structure template has its own.
Type EnumerationChecker::enumeration_in(Record& record, const syntax::Enumeration& enumeration) {
  if (record.bindings == nullptr) return evaluate(enumeration, record.structure->name);
  const auto [known, fresh] = record.enumerations.try_emplace(&enumeration);
  if (!fresh) return known->second;
  const std::string_view name = enumeration.name != nullptr ? enumeration.name->last().text : std::string_view();
  const Type type = make_enumeration(
      enumeration, name, [](const syntax::Enumerator&, const Value&) {}, record.structure->name);
  return record.enumerations[&enumeration] = type;
}

// An enumeration of the file or of a structure; its values are stored where they are looked up.
Type EnumerationChecker::evaluate(const syntax::Enumeration& enumeration, std::string_view structure) {
  if (const auto known = enumerations_.find(&enumeration); known != enumerations_.end()) return known->second;
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
  return type;
}

const Expression* EnumerationChecker::constant(Type type, std::string_view name, Place place) {
  for (const auto& known : enumerations_)
    if (known.second == type) {
      const Expression* found = nullptr;
      make_enumeration(*known.first, "", [&](const syntax::Enumerator& one, const Value& value) {
        if (one.name == name) found = build_.constant(value, type, place);
      });
      if (found != nullptr) return found;
    }
  return nullptr;
}

}  // namespace tilescope::language
