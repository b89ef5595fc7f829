#include "instrumentation/language/checker/poisoned.h"

#include <algorithm>

namespace tilescope::language {

namespace {

// The name after #define, which may be misspelled; empty if the line is not a directive.
std::string_view macro_defined_on(std::string_view line) {
  const auto skip = [&](auto is) {
    std::size_t n = 0;
    while (n < line.size() && is(line[n])) ++n;
    const std::string_view skipped = line.substr(0, n);
    line.remove_prefix(n);
    return skipped;
  };
  const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
  skip(is_space);
  const bool has_hash = !skip([](char c) { return c == '#'; }).empty();
  skip(is_space);
  const std::string_view word = skip(is_letter);
  if (!has_hash && word != "define") return {};
  skip(is_space);
  const std::string_view name = skip(is_letter);
  return name.empty() || word.substr(0, 1) != "d" ? word : name;
}

}  // namespace

void Poisoned::find() {
  std::unordered_set<unsigned> lines;
  const auto add = [&](const Diagnostics& all) {
    for (const Diagnostic& d : all.in_order_found())
      if (d.is_error()) lines.insert(source_.line_of(d.place.offset));
  };
  add(diagnostics_);
  const Diagnostics* last = nullptr;
  for (const syntax::Item& item : file_.items)
    if (item.put_aside != nullptr && item.put_aside != last) add(*(last = item.put_aside));
  const auto goes_on = [&](unsigned number) { return number > 0 && source_.line(number).ends_with('\\'); };
  std::vector<unsigned> first(lines.begin(), lines.end());
  for (const unsigned number : first) {  // a directive may have several lines
    for (unsigned n = number; n > 1 && goes_on(n - 1); --n) lines.insert(n - 1);
    for (unsigned n = number; goes_on(n) && n < number + 200; ++n) lines.insert(n + 1);
  }
  for (const unsigned number : lines) {
    const std::string_view line = source_.line(number);
    if (const std::string_view macro = macro_defined_on(line); !macro.empty()) macros_.push_back(macro);
    add_words(line);
  }
}

void Poisoned::add_words(std::string_view line) {
  constexpr std::size_t most = 5000;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    while (end < line.size() && is_letter(line[end])) ++end;
    if (end > at && names_.size() < most) names_.insert(line.substr(at, end - at));
    at = std::max(end, at + 1);
  }
}

bool Poisoned::contains(std::string_view name) {
  if (!names_.contains(name)) return false;
  for (const syntax::Item& item : file_.items)
    if (item.put_aside != nullptr && item.put_aside->any_error() &&
        text_of(item.place).find(name) != std::string_view::npos)
      tell(*item.put_aside);
  return true;
}

bool Poisoned::any_macro_in(Place place) {
  if (names_.empty()) return false;
  const auto uses = [&](std::string_view macro) { return has_word(text_of(place), macro); };
  return std::any_of(macros_.begin(), macros_.end(), uses) || any_enumeration_from_macros();
}

// True if an unreadable macro also makes an enumeration.
bool Poisoned::any_enumeration_from_macros() {
  for (const syntax::Item& item : file_.items) {
    const syntax::Declaration* const d = item.declaration;
    if (d == nullptr || d->specifiers == nullptr || d->specifiers->enumeration == nullptr) continue;
    const std::string_view text = text_of(item.place);
    for (const Macro& macro : preprocessed_.macros)
      if (macro.place.length > 0 && contains(macro.name) && has_word(text, macro.name)) return true;
    for (const std::string_view macro : macros_)
      if (has_word(text, macro)) return true;
  }
  return false;
}

void Poisoned::tell(const Diagnostics& put_aside) {
  if (!told_.first(&put_aside)) return;
  diagnostics_.add(put_aside);
  if (quiet_ > 0) held_back_.push_back(&put_aside);
}

void Poisoned::tell_held_back() {
  for (const Diagnostics* const put_aside : held_back_) tell(*put_aside);
}

}  // namespace tilescope::language
