// Looks names up, and reports undeclared ones.

#include "instrumentation/language/checker/parts.h"
#include "instrumentation/nearest.h"

namespace tilescope::language {

namespace {

// The message for an undeclared name.
const char* words_of(Mistake mistake) {
  if (mistake == Mistake::undeclared_type) return " is not a known type";
  return mistake == Mistake::undeclared_function ? " is not a known function" : " is not declared here";
}

// How many letters of a name a typing mistake may change.
std::size_t most_slips(std::string_view name) { return name.size() < 3 ? 1 : name.size() < 8 ? 2 : 3; }

constexpr std::string_view known_places[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};

bool is_type(const Entity& e) {
  return e.kind == EntityKind::structure || e.kind == EntityKind::alias || e.kind == EntityKind::enumeration;
}

bool differ_in_case_only(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
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
    // Of two equally near names, the one with the same first letter.
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

void NameLookup::use(Entity& entity) {
  if (entity.item == nullptr || entity.item->put_aside == nullptr) return;
  poisoned_.tell(*entity.item->put_aside);
}

std::vector<Entity*> NameLookup::find(const syntax::Name& name, bool functions_anywhere) {
  return names_.seen(name, frame_->namespaces, frame_->used_namespaces, functions_anywhere);
}

const Symbol* NameLookup::local(std::string_view name) const { return frame_->symbols.find(name); }

const Binding* NameLookup::binding(std::string_view name) const {
  for (const Bindings* b = frame_->bindings; b != nullptr; b = b->outer)
    for (const Binding& one : b->all)
      if (one.name == name) return &one;
  return nullptr;
}

// Reports an undeclared name once in each function. If a declaration lacks its name, which was reported, nothing is
// reported; if a parameter lacks its name, that is reported instead.
void NameLookup::unknown_value(const syntax::Name& name) {
  if (context_.on_host)
    return diagnostics_.error(name.place, Mistake::undeclared_name,
                              quoted(name.last().text) + words_of(Mistake::undeclared_name));
  const std::string_view last = name.last().text;
  if (std::find(frame_->unknown.begin(), frame_->unknown.end(), last) != frame_->unknown.end()) return;
  frame_->unknown.push_back(last);
  if (poisoned_.contains(last) || (frame_->function != nullptr && poisoned_.any_macro_in(frame_->whole))) return;
  if (frame_->of != nullptr && parts().structures.lacks_fields(records_.of(*frame_->of->structure))) return;
  if (frame_->nameless > 0) {
    --frame_->nameless;
    return;
  }
  if (tell_of_ended(name)) return;
  if (frame_->function != nullptr && meant(last, {}, Wanted::value).empty() && !names_.contains(last))
    for (const Variable* const p : frame_->function->parameters)
      if (p->name.empty() && told_.first(p)) {
        diagnostics_.error(p->place, Mistake::nameless_parameter,
                           "this parameter has no name, and " + quoted(last) + " on " +
                               line_of(input_.source, name.place) + " is not declared",
                           "call it " + quoted(last).text);
        return;
      }
  unknown_name(name, Mistake::undeclared_name);
}

// Reports a name declared in a block that has ended, or in a loop that ended earlier than it seems.
bool NameLookup::tell_of_ended(const syntax::Name& name) {
  const std::string_view last = name.last().text;
  const auto ended =
      std::find_if(frame_->ended.rbegin(), frame_->ended.rend(), [&](const Variable* v) { return v->name == last; });
  if (ended == frame_->ended.rend() || name.parts.size() > 1 || names_.contains(last)) return false;
  for (const auto& [loop, semicolon] : frame_->empty_loops)
    if (loop.offset <= (*ended)->place.offset && (*ended)->place.offset < loop.end()) {
      diagnostics_.error(
          semicolon, Mistake::loop_cut_off,
          "this ; ends the loop, but " + line_of(input_.source, name.place) + " uses its " + quoted(last) + " after it",
          "remove the ;");
      return true;
    }
  diagnostics_.error(name.place, Mistake::block_has_ended,
                     quoted(last) + " on " + line_of(input_.source, (*ended)->place) +
                         " exists only until the end of its block or loop",
                     "declare it earlier, outside the block");
  return true;
}

// Reports an undeclared name, and which one may be meant, nearest scope first.
void NameLookup::unknown_name(const syntax::Name& name, Mistake mistake, std::vector<std::string_view> also) {
  const std::string_view last = name.last().text;
  if (context_.on_host) return diagnostics_.error(name.place, mistake, quoted(last) + words_of(mistake));
  const Wanted wanted = mistake == Mistake::undeclared_name       ? Wanted::value
                        : mistake == Mistake::undeclared_function ? Wanted::function
                                                                  : Wanted::type;
  if (diagnostics_.full() || poisoned_.contains(last)) return;
  if (wanted != Wanted::value && !told_.first(std::string(last))) return;
  if (tell_of_reach(name) || tell_of_macro(name)) return;
  Mend mend;
  if (const std::vector<Entity*>& elsewhere = names_.of(last); !elsewhere.empty()) {
    const Entity& e = *elsewhere.front();
    if (e.kind == EntityKind::host) {
      diagnostics_.error(name.place, Mistake::host_name, quoted(last) + " is host code: a kernel cannot use it",
                         Mend::write_before("__device__"));
      return;
    }
    mend = Mend::meant(FileNames::full_name(e.namespaces, last));
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

// Reports what CUDA or C++ has but TileScope does not, each reason once.
bool NameLookup::tell_of_reach(const syntax::Name& name) {
  for (const syntax::NamePart& part : name.parts) {
    const std::string_view why = out_of_reach(names_.unaliased(part.text));
    if (why.empty() || (&part != &name.last() && part.text == "std")) continue;
    if (told_.first(std::string(why)))
      diagnostics_.error(name.place, Mistake::out_of_reach,
                         quoted(name.last().text) + " is not available here: " + std::string(why));
    return true;
  }
  return false;
}

// A macro's name without its arguments is not a use of the macro.
bool NameLookup::tell_of_macro(const syntax::Name& name) {
  for (const Macro& macro : input_.preprocessed.macros)
    if (macro.takes_arguments && macro.place.length > 0 && macro.name == name.last().text) {
      diagnostics_.error(name.place, Mistake::macro_without_arguments,
                         quoted(macro.name) + " is a macro that takes " + count(macro.parameters.size()),
                         "write them in ( ) after it");
      return true;
    }
  return false;
}

// The most similar name visible here, nearest scope first.
std::string_view NameLookup::meant(std::string_view name, std::vector<std::string_view> also, Wanted wanted) const {
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
  for (const auto& [known, all] : names_.by_name())
    if (!all.empty() && names.size() < most && (wanted != Wanted::type || is_type(*all.front())))
      names.push_back(known);
  for (const Macro& macro : input_.preprocessed.macros)
    if (macro.place.length > 0 && names.size() < most && (wanted == Wanted::function || !macro.takes_arguments))
      names.push_back(macro.name);
  std::sort(names.begin(), names.end());
  if (const std::string_view near = meant_by(name, names); !near.empty()) return near;
  if (wanted != Wanted::function) return {};
  return meant_by(name, {builtin_names().begin(), builtin_names().end()});
}

}  // namespace tilescope::language
