#include "app/session/editing.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/editor/line_diff.h"
#include "app/editor/notes.h"
#include "app/stage/source.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope {

namespace {

constexpr double edit_ends_after = 4;  // seconds without a key: what comes then is another edit
constexpr double told_after = 0.7;     // what is wrong in the line that is being typed

// An edit may leave a loop without an end, and nobody wants to wait for millions of its rounds: some times as many as a
// thread of the run before had events will do.
std::uint64_t rounds_to_wait_for(const Recorded& before) {
  constexpr std::uint64_t least = 4096, times = 64;
  if (before.replay == nullptr || before.replay->blocks().empty()) return 0;
  const Trace& trace = before.replay->trace();
  std::uint64_t most = 0;
  for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
    most = std::max<std::uint64_t>(most, trace.events(before.replay->blocks().front(), thread).size());
  return std::max(least, times * most);
}

std::string text_shown(const Shown& shown) { return std::string(shown.focus.replay->scenery().kernel_text()); }

}  // namespace

void Editing::begin(const Shown& shown, const Relaunch& asked) {
  has_keys = true;
  if (document) return;
  const std::string text = text_shown(shown);
  document.emplace(text);
  opened = document->text();
  original_ = before_ = shown.focus;
  adopt(shown, asked);
  const std::string& kernel = base_.request.kernel;
  file = is_kernel_file(kernel) ? kernel : kernel + ".cu";
  begins_edit_ = true;
}

void Editing::begin_with(const std::string& text, const Relaunch& asked) {
  *this = Editing();
  has_keys = true;
  document.emplace(text);
  opened = document->text();
  file = asked.request.kernel;
  base_ = asked;
  idle_ = edit_ends_after;  // nobody types in it yet
}

void Editing::hold(std::shared_ptr<const Launch> launch, std::uint64_t most_rounds) {
  if (held_ != launch)
    original_ = before_ = {};  // runs of another launch are not to be compared with those of this one
  held_ = std::move(launch);
  held_rounds_ = most_rounds;
  run_again();
}

void Editing::adopt(const Shown& shown, const Relaunch& asked) {
  const Launch& launch = shown.trace().launch();
  base_ = asked;
  if (!asked.file.empty() || !launch.program) {
    base_.request = request_of(launch);
    base_.request.inputs = asked.request.inputs;
    base_.request.seed = asked.request.seed;
    base_.request.record = asked.request.record;
    base_.request.window = asked.request.window;
    base_.file.clear();
  }
  last_ = shown.focus;
  asked_ = run_ = document->version();
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
  if (begins_edit_ || is_far || idle_ > edit_ends_after) before_ = last_;
  begins_edit_ = false;
  edited_line_ = line;
  idle_ = 0;
  problem.clear();
}

editor::Pressed Editing::press(const KeyPress& key) {
  const std::uint64_t version = document->version();
  editor::Pressed pressed = editor::press(*document, key, lines_in_sight);
  changed_from(version);
  return pressed;
}

void Editing::apply(const PlaceCaret& place) {
  if (place.clicks == 0) return document->place_caret(document->at({place.line, place.column}), true);
  document->place_caret(document->at({place.line, place.column}), place.selects);
  if (place.clicks == 2) document->select_word();
  if (place.clicks >= 3) document->select_line();
}

void Editing::paste(const std::string& text) {
  const std::uint64_t version = document->version();
  document->paste(text);
  changed_from(version);
}

void Editing::mend() {
  if (noted_version_ != document->version()) return;
  const std::size_t line = document->line_at(document->caret());
  const editor::Note* found = nullptr;
  for (const editor::Note& note : notes_) {
    if (!note.change) continue;
    const std::size_t here = document->line_at(note.span.begin);
    if (found == nullptr || here == line) found = &note;
    if (here >= line) break;
  }
  if (found == nullptr) return;
  const std::uint64_t version = document->version();
  document->replace(found->change->span, found->change->with);
  changed_from(version);
}

void Editing::go_to_mistake() {
  const auto moved = editor::moved(notes_, noted_, document->text());
  const editor::Note *first = nullptr, *next = nullptr;
  for (const editor::Note& note : moved) {
    if (note.severity != language::Severity::error) continue;
    if (first == nullptr) first = &note;
    if (next == nullptr && document->line_at(note.span.begin) > document->line_at(document->caret())) next = &note;
  }
  if (next == nullptr) next = first;
  if (next == nullptr) return;
  has_keys = true;
  document->place_caret(next->span.begin, false);
}

bool Editing::find(const Find& what) {
  searched_ = what.text;
  minds_case_ = what.minds_case;
  const auto found = document->find(what.text, what.forward, what.minds_case);
  if (found) document->select(*found);
  return found.has_value();
}

void Editing::find_again(bool forward) { static_cast<void>(find({searched_, forward, minds_case_})); }

void Editing::mark(const FindHere& what) {
  searched_ = what.text;
  minds_case_ = what.minds_case;
}

std::size_t Editing::replace(const Replace& what) {
  const std::uint64_t version = document->version();
  std::size_t count = 0;
  if (what.all) {
    count = document->replace_all(what.text, what.with, what.minds_case);
  } else if (const auto all = document->find_all(what.text, what.minds_case);
             std::find(all.begin(), all.end(), document->selection()) != all.end()) {
    document->replace(document->selection(), what.with);
    count = 1;
  }
  changed_from(version);
  if (!what.all) static_cast<void>(find({what.text, true, what.minds_case}));
  return count;
}

bool Editing::advance(double seconds, double pause) {
  if (!document) return false;
  idle_ += seconds;
  return is_waiting() && idle_ >= pause;
}

Relaunch Editing::asking() {
  asked_ = document->version();
  Relaunch next = base_;
  next.request.kernel = file;
  next.request.text = document->text();
  if (next.request.tile && declares(*next.request.text, "TILE")) next.request.tile.reset();
  next.typed = asked_;
  next.edits =
      last_.replay == nullptr ? nullptr : std::shared_ptr<const Launch>(last_.replay, &last_.replay->trace().launch());
  next.most_rounds = rounds_to_wait_for(last_);
  if (held_ != nullptr) {
    next.edits = held_;
    next.most_rounds = held_rounds_;
    next.as_ran = false;
  }
  next.focus.reset();
  next.matrices.reset();
  next.beside = standing == Standing::kernel ? kernel_beside : "";
  return next;
}

void Editing::take(std::vector<editor::Note> notes) {
  if (!document || is_waiting()) return;  // of a text before
  notes_ = std::move(notes);
  noted_ = document->text();
  noted_version_ = document->version();
}

void Editing::take_run(const Recorded& now, const Relaunch& asked) {
  run_ = asked.typed;
  base_ = asked;
  last_ = now;
  if (before_.replay == nullptr) before_ = now;
  if (original_.replay == nullptr && (!is_held() || document->text() == opened)) original_ = now;
  problem.clear();
}

void Editing::take_problem(std::string why) { problem = std::move(why); }

const Recorded* Editing::beside() const {
  if (!document || standing == Standing::kernel) return nullptr;
  const Recorded& chosen = standing == Standing::before ? before_ : original_;
  return chosen.replay != nullptr && chosen.replay != last_.replay ? &chosen : nullptr;
}

bool Editing::has_errors() const {
  return std::any_of(notes_.begin(), notes_.end(),
                     [](const editor::Note& note) { return note.severity == language::Severity::error; });
}

editor::Show Editing::show(const Shown& shown) const {
  editor::Show show;
  show.has_keys = has_keys;
  const std::size_t folder = file.rfind('/');
  show.title = folder == std::string::npos ? file : file.substr(folder + 1);
  const bool is_known = noted_version_ == document->version();
  show.notes = is_known ? notes_ : editor::moved(notes_, noted_, document->text());
  const auto errors = std::count_if(show.notes.begin(), show.notes.end(), [](const editor::Note& note) {
    return note.severity == language::Severity::error;
  });
  if (idle_ < told_after && has_keys) show.quiet = document->line_at(document->caret());
  show.is_bad = errors > 0 || !problem.empty();
  show.state = errors > 0         ? fmt::format("{} mistake{}", errors, errors == 1 ? "" : "s")
               : !problem.empty() ? "no run"
               : is_held()        ? "kept"
               : is_changed()     ? "not saved"
                                  : "runs, counted";
  if (!searched_.empty()) show.found = document->find_all(searched_, minds_case_);
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
