#include "instrumentation/language/checker/file_names.h"

#include <algorithm>

namespace tilescope::language {

namespace {

using syntax::DeclarationKind;

bool is_device(const syntax::Declaration& d) {
  return d.specifiers != nullptr && (d.specifiers->global || d.specifiers->device);
}

std::vector<std::string_view> named(Namespaces namespaces) {
  std::vector<std::string_view> all;
  for (const std::string_view name : namespaces)
    if (!name.empty()) all.push_back(name);
  return all;
}

bool ends_with(const std::vector<std::string_view>& all, const std::vector<std::string_view>& parts) {
  if (parts.size() > all.size()) return false;
  for (std::size_t n = 0; n < parts.size(); ++n)
    if (all[all.size() - parts.size() + n] != parts[n]) return false;
  return true;
}

// The parameters without spaces, so that two declarations of one function can be compared.
std::string parameter_text(std::string_view text) {
  std::string squeezed;
  for (const char c : text)
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') squeezed += c;
  return squeezed;
}

}  // namespace

std::string FileNames::full_name(Namespaces namespaces, std::string_view name) {
  std::string full;
  for (const std::string_view space : named(namespaces)) full += std::string(space) + "::";
  return full + std::string(name);
}

Entity& FileNames::entity(EntityKind kind, std::string_view name, Place place, const syntax::Item& item) {
  Entity& made = entities_.emplace_back();
  made.kind = kind;
  made.name = name;
  made.place = place;
  made.namespaces = item.namespaces;
  made.item = &item;
  if (!name.empty()) by_name_[name].push_back(&made);
  return made;
}

void FileNames::enter_file() {
  for (const syntax::Item& item : file_.items) {
    if (item.kind == syntax::ItemKind::passed_over || item.declaration == nullptr) {
      if (!item.name.empty()) entity(EntityKind::host, item.name, item.name_place, item);
    } else {
      enter(item, *item.declaration);
    }
  }
}

void FileNames::enter(const syntax::Item& item, const syntax::Declaration& d) {
  if (const syntax::Specifiers* const s = d.specifiers; s != nullptr) {
    if (s->structure != nullptr && s->structure->name != nullptr) {
      if (s->structure->name->last().has_arguments)
        enter_specialization(d);
      else
        enter_structure(item, d, s->structure->name->last().text, s->structure->name_place);
      for (const syntax::Declaration* const member : s->structure->members)
        if (member->kind == DeclarationKind::function && member->specifiers != nullptr && member->specifiers->is_friend)
          enter_function(item, *member);
    }
    if (s->enumeration != nullptr) {
      Entity& e = entity(EntityKind::enumeration,
                         s->enumeration->name != nullptr ? s->enumeration->name->last().text : std::string_view(),
                         s->enumeration->place, item);
      e.enumeration = s->enumeration;
      if (!s->enumeration->scoped)
        for (const syntax::Enumerator& one : s->enumeration->enumerators)
          entity(EntityKind::enumerator, one.name, one.place, item).enumeration = s->enumeration;
    }
  }
  switch (d.kind) {
    case DeclarationKind::variable:
    case DeclarationKind::alias: {
      if (d.name == nullptr) break;
      if (d.specialization) return enter_specialization(d);
      const EntityKind kind = d.kind == DeclarationKind::alias ? EntityKind::alias : EntityKind::variable;
      if (d.specifiers != nullptr && d.specifiers->is_extern && !d.specifiers->shared &&
          d.how == syntax::Initializer::none)
        break;
      entity(kind, d.name->last().text, d.name_place, item).declaration = &d;
      break;
    }
    case DeclarationKind::function: enter_function(item, d); break;
    case DeclarationKind::structure:
    case DeclarationKind::empty:
      if (d.specifiers != nullptr && d.specifiers->structure == nullptr && d.specifiers->enumeration == nullptr &&
          d.specifiers->name != nullptr && !d.specialization)
        enter_structure(item, d, d.specifiers->name->last().text, d.specifiers->base_place);
      break;
    case DeclarationKind::use:
      if (d.name == nullptr) break;
      if (!d.alias.empty())
        namespace_aliases_[d.alias] = d.name->last().text;
      else if (d.uses_namespace)
        used_namespaces_.push_back(d.name->last().text);
      else if (d.name->parts.size() > 1)
        used_namespaces_.push_back(d.name->parts[d.name->parts.size() - 2].text);
      break;
    case DeclarationKind::instantiation: instantiations_.push_back(&d); break;
    default: break;
  }
}

// If a structure is declared several times, the declaration with members counts.
void FileNames::enter_structure(const syntax::Item& item, const syntax::Declaration& d, std::string_view name,
                                Place place) {
  Entity* known = nullptr;
  for (Entity* const e : by_name_[name])
    if (e->kind == EntityKind::structure && named(e->namespaces) == named(item.namespaces)) known = e;
  if (known != nullptr && known->structure != nullptr && d.specifiers->structure != nullptr &&
      item.put_aside == nullptr)
    diagnostics_.error(place, Mistake::defined_twice,
                       quoted(name) + " is already defined on " + line_of(source_, known->place));
  if (known != nullptr && (known->structure != nullptr || d.specifiers->structure == nullptr)) return;
  Entity& e = known != nullptr ? *known : entity(EntityKind::structure, name, place, item);
  e.structure = d.specifiers->structure;
  e.declaration = &d;
  e.item = &item;
}

void FileNames::enter_specialization(const syntax::Declaration& d) {
  const bool is_structure =
      d.specifiers != nullptr && d.specifiers->structure != nullptr && d.specifiers->structure->name != nullptr;
  const syntax::Name* const name = is_structure ? d.specifiers->structure->name : d.name;
  for (Entity* const e : by_name_[name->last().text])
    if (e->declaration != nullptr && e->declaration->is_template && is_structure == (e->kind == EntityKind::structure))
      e->specializations.push_back(&d);
}

void FileNames::enter_function(const syntax::Item& item, const syntax::Declaration& d) {
  if (d.name == nullptr) return;
  Namespaces namespaces = item.namespaces;
  if (d.name->parts.size() > 1) {
    const std::string_view outer = d.name->parts[d.name->parts.size() - 2].text;
    const auto known = by_name_.find(outer);
    if (known != by_name_.end() || d.name->parts[d.name->parts.size() - 2].has_arguments) {
      methods_outside_[outer].push_back(&d);
      return;
    }
    if (d.is_constructor) {
      if (is_device(d))
        diagnostics_.error(d.name_place, Mistake::no_structure, quoted(outer) + " is not declared as a structure");
      return;
    }
    std::vector<std::string_view> all(namespaces.begin(), namespaces.end());
    for (const syntax::NamePart& part : d.name->parts.first(d.name->parts.size() - 1)) all.push_back(part.text);
    namespaces = arena_.list(all);
  }
  const std::string_view name = d.name->last().text;
  std::vector<Entity*>& all = by_name_[name];
  const auto parameters = [&](const syntax::Declaration& f) -> const std::string& {
    const auto [at, is_new] = parameter_texts_.try_emplace(&f);
    std::string& text = at->second;
    if (is_new && !f.steps.empty())
      for (const syntax::Declaration* const p : f.steps[0].parameters)
        text +=
            parameter_text(source_.text().substr(p->specifiers->base_place.offset, p->specifiers->base_place.length)) +
            (p->specifiers->is_const ? "c" : "") + std::to_string(p->steps.size()) + ",";
    return text;
  };
  if (d.specialization) {
    for (Entity* const e : all)
      if (e->callable != nullptr && e->declaration->is_template) e->callable->specializations.push_back(&d);
    return;
  }
  constexpr std::size_t most_of_a_name = 1000;
  if (all.size() >= most_of_a_name)
    throw TooMuch{"more than " + std::to_string(most_of_a_name) + " functions are called " + quoted(name).text,
                  "give them different names", d.name_place.offset};
  for (Entity* const e : all) {
    if (e->callable == nullptr || e->declaration->is_template != d.is_template ||
        named(e->namespaces) != named(namespaces))
      continue;
    const syntax::Declaration& known = *e->declaration;
    if (known.body != nullptr && d.body != nullptr && !d.is_template && is_device(known) && is_device(d) &&
        parameters(known) == parameters(d))
      diagnostics_.error(d.name_place, Mistake::defined_twice,
                         quoted(name) + " is already defined on " + line_of(source_, known.name_place));
    if ((known.body != nullptr && d.body != nullptr) || parameters(known) != parameters(d)) continue;
    if (d.body != nullptr) {
      e->callable->first = e->declaration;
      e->declaration = e->callable->declaration = &d;
      e->place = d.name_place;
      e->item = &item;
    }
    return;
  }
  Entity& e = entity(EntityKind::function, name, d.name_place, item);
  e.namespaces = namespaces;
  e.declaration = &d;
  e.callable = &add_callable();
  e.callable->declaration = &d;
  e.callable->namespaces = namespaces;
}

const std::vector<Entity*>& FileNames::of(std::string_view name) const {
  static const std::vector<Entity*> none;
  const auto known = by_name_.find(name);
  return known == by_name_.end() ? none : known->second;
}

const FileNames::Declarations& FileNames::methods_outside(std::string_view structure) const {
  static const Declarations none;
  const auto known = methods_outside_.find(structure);
  return known == methods_outside_.end() ? none : known->second;
}

std::string_view FileNames::unaliased(std::string_view name) const {
  const auto alias = namespace_aliases_.find(name);
  return alias == namespace_aliases_.end() ? name : alias->second;
}

std::vector<Entity*> FileNames::seen(const syntax::Name& name, Namespaces from, const UsedNamespaces& used,
                                     bool functions_anywhere) const {
  const std::vector<Entity*>& all = of(name.last().text);
  if (all.empty()) return {};
  if (const auto parts = qualified_by(name); !parts.empty()) return in_namespace(all, parts);
  return from_within(all, name.global ? Namespaces() : from, used, functions_anywhere);
}

std::vector<std::string_view> FileNames::qualified_by(const syntax::Name& name) const {
  std::vector<std::string_view> parts;
  const std::span<const std::string_view> inlines = file_.inline_namespaces;
  for (const syntax::NamePart& part : name.parts.first(name.parts.size() - 1))
    if (std::find(inlines.begin(), inlines.end(), part.text) == inlines.end()) parts.push_back(unaliased(part.text));
  return parts;
}

std::vector<Entity*> FileNames::in_namespace(const std::vector<Entity*>& all,
                                             const std::vector<std::string_view>& parts) {
  std::vector<Entity*> seen;
  for (Entity* const e : all)
    if (ends_with(named(e->namespaces), parts)) seen.push_back(e);
  return seen;
}

// The innermost namespaces first, then the used ones.
std::vector<Entity*> FileNames::from_within(const std::vector<Entity*>& all, Namespaces from,
                                            const UsedNamespaces& used, bool functions_anywhere) const {
  std::vector<Entity*> seen;
  const std::vector<std::string_view> here = named(from);
  std::size_t most = 0;
  for (Entity* const e : all) {
    const std::vector<std::string_view> there = named(e->namespaces);
    if (there.size() > here.size() || !std::equal(there.begin(), there.end(), here.begin())) continue;
    if (there.size() > most) seen.clear();
    if (there.size() >= most || seen.empty()) seen.push_back(e);
    most = std::max(most, there.size());
  }
  if (!seen.empty()) return seen;
  const auto is_used = [&](std::string_view name) {
    const auto in = [&](const std::vector<std::string_view>& names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    return in(used_namespaces_) || in(used);
  };
  for (Entity* const e : all)
    if (const auto there = named(e->namespaces); !there.empty() && is_used(there.back())) seen.push_back(e);
  if (seen.empty() && functions_anywhere)
    for (Entity* const e : all)
      if (e->kind == EntityKind::function) seen.push_back(e);
  return seen;
}

}  // namespace tilescope::language
