// The names of a file: what declares them, and which of them are seen from where.

#include "instrumentation/language/checker/checking.h"
#include "instrumentation/nearest.h"

namespace tilescope::language {

namespace {

// What is said of a name that stands for nothing.
const char* words_of(Mistake mistake) {
  if (mistake == Mistake::undeclared_type) return " is no type that is known here";
  return mistake == Mistake::undeclared_function ? " is no function that is known here" : " is not declared here";
}

using syntax::DeclarationKind;

// How many letters a slip of the fingers may change in a name.
std::size_t most_slips(std::string_view name) { return name.size() < 3 ? 1 : name.size() < 8 ? 2 : 3; }

constexpr std::string_view known_places[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};

bool is_type(const Entity& e) {
  return e.kind == EntityKind::structure || e.kind == EntityKind::alias || e.kind == EntityKind::enumeration;
}

bool is_device(const syntax::Declaration& d) {
  return d.specifiers != nullptr && (d.specifiers->global || d.specifiers->device);
}

bool differ_in_case_only(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
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

// Words alike that two declarations of one function have for their parameters.
std::string parameter_text(std::string_view text) {
  std::string squeezed;
  for (const char c : text)
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') squeezed += c;
  return squeezed;
}

}  // namespace

std::string_view meant_by(std::string_view name, const std::vector<std::string_view>& names) {
  std::string_view best;
  std::size_t least = 2 * most_slips(name) + 2;
  for (const std::string_view known : names) {
    const std::size_t longer = std::max(name.size(), known.size());
    if (2 * (longer - std::min(name.size(), known.size())) >= least || known == name || known.empty()) continue;
    if (differ_in_case_only(name, known)) return known;
    const std::size_t apart = letters_apart(name, known);
    // Of two that are as near, the one that begins alike.
    const std::size_t measure = 2 * apart + (known[0] == name[0] ? 0 : 1);
    if (measure >= least || apart >= longer) continue;
    best = known;
    least = measure;
  }
  return best;
}

bool same(const TemplateValue& a, const TemplateValue& b) {
  if ((a.value == nullptr) != (b.value == nullptr)) return false;
  if (a.value == nullptr) return a.type == b.type;
  return a.value->is_floating() ? a.value->real == b.value->real
                                : !b.value->is_floating() && a.value->integer == b.value->integer;
}

bool same(const std::vector<TemplateValue>& a, const std::vector<TemplateValue>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](const TemplateValue& x, const TemplateValue& y) { return same(x, y); });
}

std::string_view Checker::text_of(Place place) const { return source_.text().substr(place.offset, place.length); }

std::string Checker::full_name(Namespaces namespaces, std::string_view name) const {
  std::string full;
  for (const std::string_view space : named(namespaces)) full += std::string(space) + "::";
  return full + std::string(name);
}

Entity& Checker::entity(EntityKind kind, std::string_view name, Place place, const syntax::Item& item) {
  Entity& made = entities_.emplace_back();
  made.kind = kind;
  made.name = name;
  made.place = place;
  made.namespaces = item.namespaces;
  made.item = &item;
  if (!name.empty()) names_[name].push_back(&made);
  return made;
}

void Checker::enter_file() {
  for (const syntax::Item& item : file_.items) {
    if (item.kind == syntax::ItemKind::passed_over || item.declaration == nullptr) {
      if (!item.name.empty()) entity(EntityKind::host, item.name, item.name_place, item);
    } else {
      enter(item, *item.declaration);
    }
  }
}

void Checker::enter(const syntax::Item& item, const syntax::Declaration& d) {
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

// Declared only, or with what it holds: then this is what counts.
void Checker::enter_structure(const syntax::Item& item, const syntax::Declaration& d, std::string_view name,
                              Place place) {
  Entity* known = nullptr;
  for (Entity* const e : names_[name])
    if (e->kind == EntityKind::structure && named(e->namespaces) == named(item.namespaces)) known = e;
  if (known != nullptr && known->structure != nullptr && d.specifiers->structure != nullptr &&
      item.put_aside == nullptr)
    diagnostics_.error(place, Mistake::defined_twice,
                       quoted(name) + " is defined already, on " + line_of(source_, known->place));
  if (known != nullptr && (known->structure != nullptr || d.specifiers->structure == nullptr)) return;
  Entity& e = known != nullptr ? *known : entity(EntityKind::structure, name, place, item);
  e.structure = d.specifiers->structure;
  e.declaration = &d;
  e.item = &item;
}

void Checker::enter_specialization(const syntax::Declaration& d) {
  const bool is_structure =
      d.specifiers != nullptr && d.specifiers->structure != nullptr && d.specifiers->structure->name != nullptr;
  const syntax::Name* const name = is_structure ? d.specifiers->structure->name : d.name;
  for (Entity* const e : names_[name->last().text])
    if (e->declaration != nullptr && e->declaration->is_template && is_structure == (e->kind == EntityKind::structure))
      e->specializations.push_back(&d);
}

void Checker::enter_function(const syntax::Item& item, const syntax::Declaration& d) {
  if (d.name == nullptr) return;
  Namespaces namespaces = item.namespaces;
  if (d.name->parts.size() > 1) {
    const std::string_view outer = d.name->parts[d.name->parts.size() - 2].text;
    const auto known = names_.find(outer);
    if (known != names_.end() || d.name->parts[d.name->parts.size() - 2].has_arguments) {
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
  std::vector<Entity*>& all = names_[name];
  const auto parameters = [&](const syntax::Declaration& f) -> const std::string& {
    const auto [at, is_new] = parameter_texts_.try_emplace(&f);
    std::string& text = at->second;
    if (is_new && !f.steps.empty())
      for (const syntax::Declaration* const p : f.steps[0].parameters)
        text += parameter_text(text_of(p->specifiers->base_place)) + (p->specifiers->is_const ? "c" : "") +
                std::to_string(p->steps.size()) + ",";
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
                  "give them names of their own", d.name_place.offset};
  for (Entity* const e : all) {
    if (e->callable == nullptr || e->declaration->is_template != d.is_template ||
        named(e->namespaces) != named(namespaces))
      continue;
    const syntax::Declaration& known = *e->declaration;
    if (known.body != nullptr && d.body != nullptr && !d.is_template && is_device(known) && is_device(d) &&
        parameters(known) == parameters(d))
      diagnostics_.error(d.name_place, Mistake::defined_twice,
                         quoted(name) + " is defined already, on " + line_of(source_, known.name_place));
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
  e.callable = &callables_.emplace_back();
  e.callable->declaration = &d;
  e.callable->namespaces = namespaces;
}

void Checker::use(Entity& entity) {
  if (entity.item == nullptr || entity.item->put_aside == nullptr) return;
  poisoned_.tell(*entity.item->put_aside);
}

const Symbol* Checker::local(std::string_view name) const { return frame_->symbols.find(name); }

const Binding* Checker::binding(std::string_view name) const {
  for (const Bindings* b = frame_->bindings; b != nullptr; b = b->outer)
    for (const Binding& one : b->all)
      if (one.name == name) return &one;
  return nullptr;
}

std::vector<Entity*> Checker::visible(const std::vector<Entity*>& all, std::span<const syntax::NamePart> before,
                                      bool global, bool functions_anywhere) {
  std::vector<Entity*> seen;
  if (!before.empty()) {
    std::vector<std::string_view> parts;
    for (const syntax::NamePart& part : before) {
      const auto alias = namespace_aliases_.find(part.text);
      const std::span<const std::string_view> inlines = file_.inline_namespaces;
      if (std::find(inlines.begin(), inlines.end(), part.text) != inlines.end()) continue;
      parts.push_back(alias == namespace_aliases_.end() ? part.text : alias->second);
    }
    if (parts.empty()) return visible(all, {}, global, functions_anywhere);
    for (Entity* const e : all)
      if (ends_with(named(e->namespaces), parts)) seen.push_back(e);
    return seen;
  }
  const std::vector<std::string_view> here = global ? std::vector<std::string_view>() : named(frame_->namespaces);
  std::size_t most = 0;
  for (Entity* const e : all) {
    const std::vector<std::string_view> there = named(e->namespaces);
    if (there.size() > here.size() || !std::equal(there.begin(), there.end(), here.begin())) continue;
    if (there.size() > most) seen.clear();
    if (there.size() >= most || seen.empty()) seen.push_back(e);
    most = std::max(most, there.size());
  }
  if (!seen.empty()) return seen;
  const auto used = [&](std::string_view name) {
    const auto in = [&](const std::vector<std::string_view>& names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    return in(used_namespaces_) || in(frame_->used_namespaces);
  };
  for (Entity* const e : all)
    if (const auto there = named(e->namespaces); !there.empty() && used(there.back())) seen.push_back(e);
  if (seen.empty() && functions_anywhere)
    for (Entity* const e : all)
      if (e->kind == EntityKind::function) seen.push_back(e);
  return seen;
}

std::vector<Entity*> Checker::find(const syntax::Name& name, bool functions_anywhere) {
  const auto at = names_.find(name.last().text);
  if (at == names_.end()) return {};
  return visible(at->second, name.parts.first(name.parts.size() - 1), name.global, functions_anywhere);
}

// A name without a meaning is told of once in a function; and not at all where a declaration lacks its name, which was
// told of, or a parameter does, where this is what has to be mended.
void Checker::unknown_value(const syntax::Name& name) {
  if (on_host_)
    return diagnostics_.error(name.place, Mistake::undeclared_name,
                              quoted(name.last().text) + words_of(Mistake::undeclared_name));
  const std::string_view last = name.last().text;
  if (std::find(frame_->unknown.begin(), frame_->unknown.end(), last) != frame_->unknown.end()) return;
  frame_->unknown.push_back(last);
  if (poisoned_.contains(last) || (frame_->function != nullptr && poisoned_.any_macro_in(frame_->whole))) return;
  if (frame_->of != nullptr && lacks_fields(records_.of(*frame_->of->structure))) return;
  if (frame_->nameless > 0) {
    --frame_->nameless;
    return;
  }
  if (tell_of_ended(name)) return;
  if (frame_->function != nullptr && meant(last, {}, Wanted::value).empty() && !names_.contains(last))
    for (const Variable* const p : frame_->function->parameters)
      if (p->name.empty() && told_.first(p)) {
        diagnostics_.error(p->place, Mistake::nameless_parameter,
                           "this parameter has no name, and " + quoted(last) + " on " + line_of(source_, name.place) +
                               " is not declared",
                           "call it " + quoted(last).text);
        return;
      }
  unknown_name(name, Mistake::undeclared_name);
}

// What was declared in a block that has ended, or in a loop that ended earlier than it looks.
bool Checker::tell_of_ended(const syntax::Name& name) {
  const std::string_view last = name.last().text;
  const auto ended =
      std::find_if(frame_->ended.rbegin(), frame_->ended.rend(), [&](const Variable* v) { return v->name == last; });
  if (ended == frame_->ended.rend() || name.parts.size() > 1 || names_.contains(last)) return false;
  for (const auto& [loop, semicolon] : frame_->empty_loops)
    if (loop.offset <= (*ended)->place.offset && (*ended)->place.offset < loop.end()) {
      diagnostics_.error(
          semicolon, Mistake::loop_cut_off,
          "this ; ends the loop, and " + line_of(source_, name.place) + " uses its " + quoted(last) + " behind it",
          "take the ; away");
      return true;
    }
  diagnostics_.error(
      name.place, Mistake::block_has_ended,
      quoted(last) + " of " + line_of(source_, (*ended)->place) + " is known only up to the end of its block or loop",
      "declare it before that");
  return true;
}

// Tells of a name that stands for nothing, and which one may be meant: the nearest scope's first.
void Checker::unknown_name(const syntax::Name& name, Mistake mistake, std::vector<std::string_view> also) {
  const std::string_view last = name.last().text;
  if (on_host_) return diagnostics_.error(name.place, mistake, quoted(last) + words_of(mistake));
  const Wanted wanted = mistake == Mistake::undeclared_name       ? Wanted::value
                        : mistake == Mistake::undeclared_function ? Wanted::function
                                                                  : Wanted::type;
  if (diagnostics_.full() || poisoned_.contains(last)) return;
  if (wanted != Wanted::value && !told_.first(std::string(last))) return;
  if (tell_of_reach(name) || tell_of_macro(name)) return;
  Mend mend;
  if (const auto elsewhere = names_.find(last); elsewhere != names_.end() && !elsewhere->second.empty()) {
    const Entity& e = *elsewhere->second.front();
    if (e.kind == EntityKind::host) {
      diagnostics_.error(name.place, Mistake::host_name, quoted(last) + " is the host's, and a kernel cannot use it",
                         Mend::write_before("__device__"));
      return;
    }
    mend = Mend::meant(full_name(e.namespaces, last));
  }
  if (mend.words.empty())
    if (const std::string_view near = meant(last, std::move(also), wanted); !near.empty())
      mend = Mend::meant(std::string(near));
  for (const std::string_view place : known_places)
    if (last.size() == place.size() + 2 && last.starts_with(place) && std::string_view("xyz").find(last.back()) < 3)
      mend = Mend::meant(std::string(place) + "." + last.back());
  if (mend.words.empty() && &name == frame_->assigned && name.parts.size() == 1)
    mend = "write its type before it, as in int " + std::string(last);
  diagnostics_.error(name.place, mistake, quoted(last) + words_of(mistake), mend);
}

// What CUDA or C++ has, and TileScope has not: each reason once.
bool Checker::tell_of_reach(const syntax::Name& name) {
  for (const syntax::NamePart& part : name.parts) {
    const auto alias = namespace_aliases_.find(part.text);
    const std::string_view why = out_of_reach(alias == namespace_aliases_.end() ? part.text : alias->second);
    if (why.empty() || (&part != &name.last() && part.text == "std")) continue;
    if (told_.first(std::string(why)))
      diagnostics_.error(name.place, Mistake::out_of_reach,
                         quoted(name.last().text) + " is not to be had here: " + std::string(why));
    return true;
  }
  return false;
}

// A macro's name without the arguments that it takes is no use of it.
bool Checker::tell_of_macro(const syntax::Name& name) {
  for (const Macro& macro : preprocessed_.macros)
    if (macro.takes_arguments && macro.place.length > 0 && macro.name == name.last().text) {
      diagnostics_.error(name.place, Mistake::macro_without_arguments,
                         quoted(macro.name) + " is a macro that takes " + count(macro.parameters.size()),
                         "write ( ) with them behind it");
      return true;
    }
  return false;
}

// What is seen from here under a name much like this one: the nearest scope's first.
std::string_view Checker::meant(std::string_view name, std::vector<std::string_view> also, Wanted wanted) const {
  static constexpr std::size_t longest = 40, most = 2000;
  if (name.size() > longest) return {};
  std::vector<std::string_view> names;
  for (std::size_t n = frame_->symbols.size(); n-- > 0 && names.size() < most;)
    if (wanted != Wanted::type || frame_->symbols[n].variable == nullptr) names.push_back(frame_->symbols[n].name);
  if (const std::string_view near = meant_by(name, names); !near.empty()) return near;
  names = std::move(also);
  for (const Bindings* b = frame_->bindings; b != nullptr; b = b->outer)
    for (const Binding& one : b->all) names.push_back(one.name);
  if (frame_->of != nullptr && wanted != Wanted::type)
    for (const Field& field : frame_->of->structure->fields) names.push_back(field.name);
  if (wanted == Wanted::value) names.insert(names.end(), std::begin(known_places), std::end(known_places));
  if (const std::string_view near = meant_by(name, names); !near.empty()) return near;
  names.clear();
  for (const auto& [known, all] : names_)
    if (!all.empty() && names.size() < most && (wanted != Wanted::type || is_type(*all.front())))
      names.push_back(known);
  for (const Macro& macro : preprocessed_.macros)
    if (macro.place.length > 0 && names.size() < most && (wanted == Wanted::function || !macro.takes_arguments))
      names.push_back(macro.name);
  std::sort(names.begin(), names.end());
  if (const std::string_view near = meant_by(name, names); !near.empty()) return near;
  if (wanted != Wanted::function) return {};
  return meant_by(name, {builtin_names().begin(), builtin_names().end()});
}

}  // namespace tilescope::language
