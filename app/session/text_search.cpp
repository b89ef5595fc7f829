#include "app/session/text_search.h"

#include <algorithm>

namespace tilescope {

void TextSearch::mark(const FindHere& what) {
  searched_ = what.text;
  minds_case_ = what.minds_case;
}

bool TextSearch::find(editor::Document& text, const Find& what) {
  searched_ = what.text;
  minds_case_ = what.minds_case;
  const auto found = text.find(what.text, what.forward, what.minds_case);
  if (found) text.select(*found);
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
  return searched_.empty() ? std::vector<editor::Span>{} : text.find_all(searched_, minds_case_);
}

}  // namespace tilescope
