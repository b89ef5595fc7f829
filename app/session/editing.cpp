#include "app/session/editing.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/editor/line_diff.h"
#include "app/stage/source.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope {

namespace {

constexpr double edit_ends_after = 4;  // seconds without a key, after which a change starts a new edit
constexpr double told_after = 0.7;     // seconds until mistakes in the typed line are shown

std::string text_shown(const Shown& shown) { return std::string(shown.focus.replay->scenery().kernel_text()); }

}  // namespace

void Editing::begin(const Shown& shown, const Relaunch& asked) {
  has_keys = true;
  if (document) return;
  const std::string text = text_shown(shown);
  document.emplace(text);
  opened = document->text();
  runs.begin(shown.focus);
  runs.adopt(shown, asked, document->version());
  const std::string& kernel = runs.kernel();
  file = is_kernel_file(kernel) ? kernel : kernel + ".cu";
  begins_edit_ = true;
}

void Editing::begin_with(const std::string& text, const Relaunch& asked) {
  *this = Editing();
  has_keys = true;
  document.emplace(text);
  opened = document->text();
  file = asked.request.kernel;
  runs.begin_with(asked);
  idle_ = edit_ends_after;  // the next change starts a new edit
}

bool Editing::is_of_file() const {
  std::error_code error;
  return std::filesystem::is_regular_file(file, error);
}

void Editing::saved(const std::string& path) {
  file = path;
  opened = document->text();
  compared_ = {};
}

void Editing::put(const std::string& text) {
  const std::uint64_t version = document->version();
  const editor::Document other(text);
  const std::size_t caret = document->caret();
  document->replace({0, document->text().size()}, other.text());
  document->place_caret(std::min(caret, document->text().size()), false);
  changed_from(version);
}

void Editing::take_file(const std::string& text) {
  put(text);
  opened = document->text();
}

void Editing::changed_from(std::uint64_t version) {
  if (version == document->version()) return;
  const std::size_t line = document->line_at(document->caret());
  const bool is_far = line + 1 < edited_line_ || line > edited_line_ + 1;
  if (begins_edit_ || is_far || idle_ > edit_ends_after) runs.begin_edit();
  begins_edit_ = false;
  edited_line_ = line;
  idle_ = 0;
  problem.clear();
}

editor::Pressed Editing::press(const KeyPress& key, std::size_t page) {
  const std::uint64_t version = document->version();
  editor::Pressed pressed = editor::press(*document, key, page);
  changed_from(version);
  return pressed;
}

void Editing::apply(const PlaceCaret& place) {
  if (place.clicks == 0) return document->place_caret(document->at({place.line, place.column}), true);
  document->place_caret(document->at({place.line, place.column}), place.selects);
  if (place.clicks == 2) document->select_word();
  if (place.clicks >= 3) document->select_line();
}

void Editing::apply(const TypeOver& change) {
  const std::uint64_t version = document->version();
  if (change.begin < change.end || !change.with.empty()) {
    document->select({change.begin, change.end});
    if (change.with.empty())
      document->replace(document->selection(), "");
    else
      document->type(change.with);
  }
  document->select({change.anchor, change.caret});
  changed_from(version);
}

void Editing::paste(const std::string& text) {
  const std::uint64_t version = document->version();
  document->paste(text);
  changed_from(version);
}

void Editing::mend() {
  const editor::Change* const change = notes.mend_at_caret(*document);
  if (change == nullptr) return;
  const std::uint64_t version = document->version();
  document->replace(change->span, change->with);
  changed_from(version);
}

void Editing::go_to_mistake() {
  const std::optional<std::size_t> mistake = notes.next_mistake(*document);
  if (!mistake) return;
  has_keys = true;
  document->place_caret(*mistake, false);
}

std::size_t Editing::replace(const Replace& what) {
  const std::uint64_t version = document->version();
  const std::size_t count = search.replace(*document, what);
  changed_from(version);
  if (!what.all) static_cast<void>(search.find(*document, {what.text, true, what.minds_case}));
  return count;
}

bool Editing::advance(double seconds, double pause) {
  if (!document) return false;
  idle_ += seconds;
  return is_waiting() && idle_ >= pause;
}

void Editing::take_notes(std::vector<editor::Note> told) {
  if (document && !is_waiting()) notes.take(std::move(told), *document);
}

void Editing::take_run(const Recorded& now, const Relaunch& asked) {
  runs.take(now, asked, !runs.is_held() || document->text() == opened);
  problem.clear();
}

editor::Show Editing::show(const Shown& shown) const {
  editor::Show show;
  show.has_keys = has_keys;
  const std::size_t folder = file.rfind('/');
  show.title = folder == std::string::npos ? file : file.substr(folder + 1);
  show.notes = notes.in(*document);
  const auto errors = std::count_if(show.notes.begin(), show.notes.end(), [](const editor::Note& note) {
    return note.severity == language::Severity::error;
  });
  if (idle_ < told_after && has_keys) show.quiet = document->line_at(document->caret());
  show.is_bad = errors > 0 || !problem.empty();
  show.state = errors > 0         ? fmt::format("{} mistake{}", errors, errors == 1 ? "" : "s")
               : !problem.empty() ? "not run"
               : runs.is_held()   ? "kept"
               : is_changed()     ? "not saved"
                                  : "times run";
  show.found = search.found(*document);
  show.search_rows = search.rows();
  if (errors == 0 && shown.has_trace()) show.problem = problem;
  const Replay* const replay = shown.focus.replay.get();
  if (compared_.version != document->version() || compared_.replay != replay) {
    compared_ = {document->version(), replay, {}, editor::lines_before(opened, document->text())};
    if (replay != nullptr) compared_.recorded = editor::lines_before(replay->scenery().kernel_text(), document->text());
  }
  show.recorded = compared_.recorded;
  show.original = compared_.original;
  if (replay != nullptr)
    show.chip = [&scenery = replay->scenery(), steps = shown.frame.steps](std::string_view name) {
      return ink_behind(scenery, steps, name);
    };
  return show;
}

}  // namespace tilescope
