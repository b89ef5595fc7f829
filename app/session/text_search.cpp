#include "app/session/text_search.h"

#include <fmt/format.h>

#include <algorithm>

namespace tilescope {

void TextSearch::open(Controls controls, const editor::Document& text) {
  controls_ = controls;
  begin_ = text.selection().begin;
}

void TextSearch::find_here(editor::Document& text, const FindHere& what) {
  searched_ = what.text;
  minds_case_ = what.minds_case;
  text.place_caret(begin_, false);
  const std::vector<editor::Span> all = text.find_all(searched_, minds_case_);
  if (all.empty()) return;
  const auto next =
      std::find_if(all.begin(), all.end(), [&](const editor::Span& span) { return span.begin >= begin_; });
  text.select(next == all.end() ? all.front() : *next);
}

bool TextSearch::find(editor::Document& text, const Find& what) {
  searched_ = what.text;
  minds_case_ = what.minds_case;
  const auto found = text.find(what.text, what.forward, what.minds_case);
  if (found) text.select(*found);
  begin_ = text.selection().begin;
  return found.has_value();
}

std::size_t TextSearch::replace(editor::Document& text, const Replace& what) const {
  if (what.all) return text.replace_all(what.text, what.with, what.minds_case);
  const auto all = text.find_all(what.text, what.minds_case);
  if (std::find(all.begin(), all.end(), text.selection()) == all.end()) return 0;
  text.replace(text.selection(), what.with);
  return 1;
}

std::vector<editor::Span> TextSearch::found(const editor::Document& text) const {
  const bool is_search = is_open() && controls_ != Controls::line;
  return is_search ? text.find_all(searched_, minds_case_) : std::vector<editor::Span>{};
}

std::string TextSearch::count(const editor::Document& text) const {
  if (searched_.empty()) return "";
  const std::vector<editor::Span> all = found(text);
  if (all.empty()) return "no match";
  const auto at = std::find(all.begin(), all.end(), text.selection());
  if (at == all.end()) return fmt::format("{} match{}", all.size(), all.size() == 1 ? "" : "es");
  return fmt::format("{} of {}", at - all.begin() + 1, all.size());
}

}  // namespace tilescope
