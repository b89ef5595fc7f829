#include "app/session/text_notes.h"

#include <algorithm>
#include <utility>

#include "app/editor/notes.h"

namespace tilescope {

void TextNotes::take(std::vector<editor::Note> notes, const editor::Document& text) {
  notes_ = std::move(notes);
  noted_ = text.text();
  version_ = text.version();
}

bool TextNotes::has_errors() const {
  return std::any_of(notes_.begin(), notes_.end(),
                     [](const editor::Note& note) { return note.severity == language::Severity::error; });
}

std::vector<editor::Note> TextNotes::in(const editor::Document& text) const {
  return version_ == text.version() ? notes_ : editor::moved(notes_, noted_, text.text());
}

const editor::Change* TextNotes::mend_at_caret(const editor::Document& text) const {
  if (version_ != text.version()) return nullptr;
  const std::size_t line = text.line_at(text.caret());
  const editor::Note* found = nullptr;
  for (const editor::Note& note : notes_) {
    if (!note.change) continue;
    const std::size_t here = text.line_at(note.span.begin);
    if (found == nullptr || here == line) found = &note;
    if (here >= line) break;
  }
  return found == nullptr ? nullptr : &*found->change;
}

std::optional<std::size_t> TextNotes::next_mistake(const editor::Document& text) const {
  std::optional<std::size_t> first;
  for (const editor::Note& note : editor::moved(notes_, noted_, text.text())) {
    if (note.severity != language::Severity::error) continue;
    if (text.line_at(note.span.begin) > text.line_at(text.caret())) return note.span.begin;
    if (!first) first = note.span.begin;
  }
  return first;
}

}  // namespace tilescope
