// What typing does to what is shown: a pause, and the newest text is run; what stood there stands beside.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/editor/line_diff.h"
#include "app/export/whole_file.h"
#include "app/names/share_string.h"
#include "app/replay/alike.h"
#include "app/session/frame_watch.h"
#include "app/session/session.h"
#include "instrumentation/error.h"
#include "instrumentation/host.h"
#include "instrumentation/language/tokens/files.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/texts/included_files.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope {

namespace {

constexpr double short_while = 0.3;  // seconds that a run may take before it is said that it is not there

// The same cell of another launch; nothing where that has no such array.
Target in_other(const Target& target, const Trace& from, const Trace& to) {
  if (target.kind == Target::Kind::thread && target.number < to.threads_per_block()) return target;
  if (target.kind != Target::Kind::element || target.array >= from.arrays().size()) return {};
  const ArrayInfo& array = from.arrays()[target.array];
  for (std::size_t n = 0; n < to.arrays().size(); ++n)
    if (to.arrays()[n].name == array.name && to.arrays()[n].space == array.space &&
        target.number < to.arrays()[n].elements()) {
      Target there = target;
      there.array = static_cast<std::uint8_t>(n);
      return there;
    }
  return {};
}

}  // namespace

void Session::edit_source() {
  if (!has_trace() && !editing_.is_open()) return;
  settings_.source = true;
  if (editing_.is_open())
    editing_.has_keys = true;
  else
    editing_.begin(shown_, launching_.asked);
  // A lesson may say at which line.
  if (lesson_is_shown() && !editing_.is_changed() && course_.now().edit)
    editing_.apply(PlaceCaret{*course_.now().edit - 1, 0, false, 1});
}

void Session::apply_to(const TypeKey& type) {
  if (!editing_.is_open()) return;
  const editor::Pressed pressed = editing_.press(type.key);
  switch (pressed.wish) {
    case editor::Wish::copy: wishes_.clipboard = pressed.copied; return;
    case editor::Wish::paste: wishes_.paste = true; return;
    case editor::Wish::leave: return close_something();
    case editor::Wish::accept_mend: return editing_.mend();
    case editor::Wish::find: overlays_.find = Overlays::Search::find; return;
    case editor::Wish::replace: overlays_.find = Overlays::Search::replace; return;
    case editor::Wish::find_next:
    case editor::Wish::find_before: return editing_.find_again(pressed.wish == editor::Wish::find_next);
    case editor::Wish::none: return;
  }
}

void Session::apply_to(const PlaceCaret& place) {
  edit_source();
  if (editing_.is_open()) editing_.apply(place);
}

void Session::apply_to(const PasteText& paste) {
  if (editing_.has_keys) return editing_.paste(paste.text);
  const std::size_t begin = std::min(paste.text.find_first_not_of(" \t\r\n"), paste.text.size());
  const std::string words = paste.text.substr(begin, paste.text.find_last_not_of(" \t\r\n") + 1 - begin);
  if (words.find('\n') == std::string::npos && is_situation(words)) return apply_to(Open{words});
  if (paste.text.find("__global__") == std::string::npos)
    return apply_to(Say{"What was copied is no kernel: it has no __global__ function.", false});
  apply_to(OpenText{"pasted.cu", paste.text});
}

void Session::apply_to(const Find& what) {
  if (!editing_.is_open() || editing_.find(what) || what.text.empty()) return;
  banner_ = Banner{fmt::format("'{}' is nowhere in this text.", what.text), false};
}

void Session::apply_to(const Replace& what) {
  if (!editing_.is_open()) return;
  const std::size_t count = editing_.replace(what);
  if (what.all) banner_ = Banner{fmt::format("Replaced {} time{}.", count, count == 1 ? "" : "s"), false};
}

void Session::apply_to(const StandBeside& which) {
  if (editing_.is_open()) {
    editing_.standing = which.which;
    editing_.kernel_beside = which.kernel;
    return put_beside();
  }
  if (!has_trace() || which.which != Standing::kernel) return;
  Relaunch next = launching_.asked;
  next.beside = which.kernel;
  next.matrices = shown_.launch();
  apply_to(next);
}

// The runs that are kept are there at once; another kernel has to be recorded.
void Session::put_beside() {
  if (const Recorded* const kept = editing_.beside()) {
    shown_.beside = *kept;
  } else if (editing_.standing == Standing::kernel && editing_.is_open() && !editing_.is_waiting()) {
    launching_.recorder.start(editing_.asking());
  }
}

bool Session::stage_is_behind() const {
  if (!editing_.is_behind()) return false;
  if (editing_.is_waiting()) return editing_.has_errors();
  return !launching_.recorder.is_busy() || launching_.recording_for > short_while;
}

bool Session::run_typed(double seconds) {
  const OnFrame running("running what was typed");
  bool changed = false;
  if (auto notes = launching_.recorder.take_notes()) {
    editing_.take(std::move(*notes));
    changed = true;
  }
  if (!editing_.advance(seconds, settings_.pause)) return changed;
  playback_.playing = false;
  launching_.reopening.reset();
  const Relaunch next = editing_.asking();
  const Recorded* const kept = editing_.beside();
  launching_.recorder.start(next, kept != nullptr ? *kept : Recorded{});
  if (editing_.is_held()) tasking_.judge(editing_.document->text(), !shows_solution());
  return true;
}

void Session::take_typed(Recording recording) {
  if (!editing_.is_open()) return;
  if (auto notes = launching_.recorder.take_notes()) editing_.take(std::move(*notes));
  if (!recording.problem.empty()) return editing_.take_problem(recording.problem);
  const Shown before = std::exchange(begins_task_, false) ? Shown{} : shown_;  // which begins at its beginning
  const Selection looked = selection_;
  const TimelineRange range = playback_.timeline;
  editing_.take_run(recording.focus, recording.asked);
  recording.asked.typed = 0;
  recording.asked.edits.reset();
  recording.asked.most_rounds = 0;
  launching_.asked = recording.asked;
  show(std::move(recording.focus), std::move(recording.beside));
  if (const Recorded* const kept = editing_.beside()) shown_.beside = *kept;
  const std::uint64_t moment = playback_.moment;
  playback_.follow(before, shown_);
  if (before.has_trace()) {
    const Replay& was = *before.focus.replay;
    selection_.selected = in_other(looked.selected, before.trace(), shown_.trace());
    if (looked.partner && *looked.partner < shown_.trace().threads_per_block()) selection_.partner = looked.partner;
    if (was.order().step_count() == replay().order().step_count()) playback_.timeline = range;
    const auto lines = editor::lines_before(was.scenery().kernel_text(), replay().scenery().kernel_text());
    if (const auto same = moment_at_same_line(was, moment, replay(), lines)) playback_.moment = *same;
  }
  if (!before.has_trace() || editing_.is_held()) selection_.look_at_work(shown_);
  banner_.reset();
  if (!recording.alone.empty()) banner_ = Banner{recording.alone, true};
  if (const auto& fault = shown_.trace().fault()) banner_ = Banner{fault->message, true};
  settle();
  if (std::exchange(goes_to_missed_, false)) go_to_missed();
}

void Session::apply_to(const OpenText& open) {
  Relaunch base;
  base.backend = launching_.asked.backend;
  if (!open.launch.empty()) try {
      base.request = situation_of_string(open.launch).request;
    } catch (const UsageError&) {  // it is run as if nobody had run it before
    }
  base.request.kernel = open.file;
  base.request.text.reset();
  leave_text();
  settings_.source = true;
  editing_.begin_with(open.text, base);
}

void Session::apply_to(const OpenDraft& open) {
  const std::vector<Draft> drafts = read_draft(open.path);
  if (drafts.empty()) return apply_to(Say{fmt::format("{}: is no draft any more", open.path)});
  const Draft& draft = drafts.front();
  apply_to(OpenText{draft.file, draft.text, draft.launch});
  editing_.opened = editing_.is_of_file() ? editor::Document(text_with_included(draft.file)).text() : "";
  std::error_code error;
  std::filesystem::remove(open.path, error);
  banner_.reset();
}

void Session::apply_to(const SaveText& save) try {
  if (!editing_.is_open()) return;
  if (save.path.empty()) throw UsageError("Give the file a name.");
  const std::string path = kernel_file(save.path);
  const std::string all = editing_.document->text_to_save(), typed(language::own_text(all));
  if (editing_.is_held()) return hand_in(path, typed);
  write_file(path, {typed.data(), typed.size()});
  editing_.saved(path);
  editing_.run_again();  // under its new name
  draft_.remove();
  remember(path);
  watched_ = {path, time_of(path)};
  const bool has_changed_others =
      all.size() > typed.size() && editor::Document(text_with_included(path)).text() != editing_.document->text();
  banner_ = Banner{
      fmt::format("Saved: {}{}", path, has_changed_others ? ". The files that it includes stay as they were." : ""),
      false, 4};
} catch (const Error& error) {
  banner_ = Banner{error.what(), true};
}

// Among the files that were open lately.
void Session::remember(const std::string& path) {
  std::error_code error;
  const std::string whole = std::filesystem::absolute(path, error).lexically_normal().string();
  std::vector<std::string>& recent = settings_.recent;
  std::erase(recent, whole);
  recent.insert(recent.begin(), whole);
  if (recent.size() > most_recent) recent.resize(most_recent);
}

void Session::save() {
  if (!editing_.is_open()) return apply_to(Say{"Nothing was typed that could be saved.", false});
  if (editing_.is_of_file() || in_browser) {  // a download asks for no place
    overlays_.files = Overlays::Files::none;
    return apply_to(SaveText{editing_.file});
  }
  overlays_.files = Overlays::Files::save;
}

// What was typed and is not saved stays in a draft when something else is opened.
void Session::leave_text() {
  if (editing_.is_held()) {
    keep_answer();
    tasking_.close();
    return editing_.end();
  }
  if (!editing_.is_changed()) return editing_.end();
  keep_draft();
  const std::string told = fmt::format("What you typed in {} is kept as a draft.", editing_.file);
  draft_.leave();
  editing_.end();
  banner_ = Banner{told, false, 6};
}

// Another launch is shown: of the text that is edited, or it goes.
void Session::follow_text() {
  if (!editing_.is_open()) return;
  const editor::Document shown(replay().scenery().kernel_text());
  if (shown.text() == editing_.document->text())
    editing_.adopt(shown_, launching_.asked);
  else
    leave_text();
}

// A file that cannot be run is opened all the same, where its mistakes can be seen and mended.
bool Session::open_broken(const Recording& failed) {
  const Relaunch& asked = failed.asked;
  if (!asked.file.empty() || !is_kernel_file(asked.request.kernel) || editing_.is_changed()) return false;
  std::string text;
  try {
    text = text_of(asked.request);
  } catch (const UsageError&) {  // there is no such file
    return false;
  }
  if (editing_.is_open() && editing_.document->text() == editor::Document(text).text()) return false;
  settings_.source = true;
  editing_.begin_with(text, asked);
  if (failed.has_begun) editing_.stay_as_it_is();  // to run it again would be no better
  editing_.take_problem(failed.problem);
  return true;
}

void Session::keep_draft() {
  if (editing_.is_held()) return keep_answer();
  if (!editing_.is_changed()) return draft_.remove();
  Draft draft{{}, editing_.file, editing_.document->text_to_save(), "", ""};
  if (has_trace()) {
    Situation shown = situation_shown();
    shown.request.text.reset();  // the draft has it
    draft.launch = share_string(shown);
  }
  drafted_ = editing_.document->version();
  since_draft_ = 0;
  if (const std::string problem = draft_.keep(draft); !problem.empty()) banner_ = Banner{problem, true};
}

void Session::offer_draft(const Draft& draft) {
  banner_ = Banner{fmt::format("{} was typed and not saved ({}).", draft.file, draft.when), false};
  banner_->offer = "Open it (Enter)";
  banner_->accept = OpenDraft{draft.path.string()};
}

// Now and then: what was typed goes to its draft, and a file that another program has written is read again.
bool Session::look_after_text(double seconds) {
  const OnFrame looking("looking after the text");
  constexpr double draft_seconds = 2, file_seconds = 1;
  since_draft_ += seconds;
  since_look_ += seconds;
  if (editing_.is_open() && drafted_ != editing_.document->version() && since_draft_ > draft_seconds) keep_draft();
  if (since_look_ < file_seconds) return false;
  since_look_ = 0;
  return look_at_file();
}

std::filesystem::file_time_type Session::time_of(const std::string& path) {
  std::error_code error;
  const auto written = std::filesystem::last_write_time(path, error);
  return error ? std::filesystem::file_time_type{} : written;
}

std::string Session::file_shown() const {
  // A task's text is nobody's file, whatever is called so.
  if (editing_.is_open()) return editing_.is_held() ? "" : editing_.file;
  const Request& asked = launching_.asked.request;
  return launching_.asked.file.empty() && is_kernel_file(asked.kernel) && !asked.text ? asked.kernel : "";
}

bool Session::look_at_file() {
  const std::string path = file_shown();
  const auto written = path.empty() ? std::filesystem::file_time_type{} : time_of(path);
  const Watched now{path, written};
  const Watched before = std::exchange(watched_, now);
  if (path.empty() || before.path != path || written == before.written || written == std::filesystem::file_time_type{})
    return false;
  if (!editing_.is_open()) {
    apply_to(launching_.asked);
    return true;
  }
  std::string text;
  try {
    text = text_with_included(path);
  } catch (const UsageError&) {  // it is being written
    return false;
  }
  const std::string in_file = editor::Document(text).text();
  if (in_file == editing_.document->text()) return editing_.saved(path), true;
  if (!editing_.is_changed()) return editing_.take_file(text), true;
  banner_ = Banner{fmt::format("{} was changed by another program, too.", path), false};
  banner_->offer = "Take the file's";
  banner_->accept = ReloadText{};
  return true;
}

void Session::apply_to(const ReloadText&) try {
  if (editing_.is_open()) editing_.take_file(text_with_included(editing_.file));
  banner_.reset();
} catch (const UsageError& error) {
  banner_ = Banner{error.what(), true};
}

}  // namespace tilescope
