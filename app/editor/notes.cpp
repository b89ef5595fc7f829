#include "app/editor/notes.h"

#include <algorithm>

namespace tilescope::editor {

namespace {

std::size_t errors_in(const language::Program& program) {
  const auto& all = program.diagnostics();
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [](const language::Diagnostic& each) {
    return each.severity == language::Severity::error;
  }));
}

std::optional<Change> change_of(const language::Diagnostic& diagnostic) {
  if (!diagnostic.edit) return std::nullopt;
  const auto& [text, replaces] = *diagnostic.edit;
  const std::size_t begin = diagnostic.place.offset;
  if (replaces) return Change{{begin, begin + diagnostic.place.length}, text};
  const bool is_word = std::isalpha(static_cast<unsigned char>(text.back())) != 0;
  return Change{{begin, begin}, text + (is_word ? " " : "")};
}

}  // namespace

std::vector<Note> notes_of(const language::Program& program,
                           const std::function<language::Program(std::string text)>& read) {
  constexpr std::size_t most_letters = 1'000'000;  // longer texts are not read again
  const std::string text(program.source().text());
  const std::size_t most_tried = std::min<std::size_t>(6, most_letters / std::max<std::size_t>(text.size(), 1));
  const std::size_t errors = errors_in(program);
  std::vector<Note> notes;
  std::size_t tried = 0;
  for (const language::Diagnostic& diagnostic : program.diagnostics()) {
    Note note{diagnostic.severity,
              {diagnostic.place.offset, diagnostic.place.offset + diagnostic.place.length},
              diagnostic.message,
              diagnostic.mend,
              std::nullopt};
    note.span.begin = std::min(note.span.begin, text.size());
    note.span.end = std::clamp(note.span.end, note.span.begin, text.size());
    if (auto change = change_of(diagnostic); change && diagnostic.severity == language::Severity::error &&
                                             change->span.end <= text.size() && tried++ < most_tried) {
      std::string mended = text;
      mended.replace(change->span.begin, change->span.size(), change->with);
      if (errors_in(read(std::move(mended))) < errors) note.change = std::move(change);
    }
    notes.push_back(std::move(note));
  }
  return notes;
}

std::vector<Note> moved(std::vector<Note> notes, std::string_view before, std::string_view now) {
  const std::size_t shorter = std::min(before.size(), now.size());
  const auto same = std::mismatch(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(shorter), now.begin());
  const auto first = static_cast<std::size_t>(same.first - before.begin());
  std::size_t behind = 0;
  while (behind < shorter - first && before[before.size() - 1 - behind] == now[now.size() - 1 - behind]) ++behind;
  const std::size_t end = before.size() - behind;
  const auto is_changed = [&](const Note& note) { return note.span.begin < end && note.span.end > first; };
  std::erase_if(notes, is_changed);
  const auto place = [&](std::size_t at) { return at >= end ? at - before.size() + now.size() : at; };
  for (Note& note : notes) {
    if (note.span.begin < end) continue;
    note.span = {place(note.span.begin), place(note.span.end)};
    if (note.change) note.change->span = {place(note.change->span.begin), place(note.change->span.end)};
  }
  return notes;
}

}  // namespace tilescope::editor
