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

// What the words of a mend come to in the text: "did you mean 'tx'?", "write ;", "write & before it".
std::optional<Change> change_of(const language::Diagnostic& diagnostic) {
  constexpr std::string_view meant = "did you mean '", writes = "write ", before = " before it";
  const std::string_view mend = diagnostic.mend;
  const Span place{diagnostic.place.offset, diagnostic.place.offset + diagnostic.place.length};
  if (mend.starts_with(meant) && mend.ends_with("'?"))
    return Change{place, std::string(mend.substr(meant.size(), mend.size() - meant.size() - 2))};
  if (!mend.starts_with(writes)) return std::nullopt;
  std::string_view word = mend.substr(writes.size());
  const bool goes_before = word.ends_with(before);
  if (goes_before) word.remove_suffix(before.size());
  if (word.empty() || word.find(' ') != std::string_view::npos) return std::nullopt;
  const bool is_word = std::isalpha(static_cast<unsigned char>(word.back())) != 0;
  return Change{{place.begin, place.begin}, std::string(word) + (is_word ? " " : "")};
}

}  // namespace

std::vector<Note> notes_of(const language::Program& program,
                           const std::function<language::Program(std::string text)>& read) {
  constexpr std::size_t most_letters = 1'000'000;  // that are read again
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
