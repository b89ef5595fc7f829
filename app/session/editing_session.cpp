#include "app/session/editing_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/editor/line_diff.h"
#include "app/explain/limits.h"
#include "app/export/whole_file.h"
#include "app/names/share_string.h"
#include "app/replay/alike.h"
#include "app/session/answers.h"
#include "app/session/commands.h"
#include "app/session/frame_watch.h"
#include "app/session/on_stage.h"
#include "app/session/share.h"
#include "app/session/under_way.h"
#include "instrumentation/error.h"
#include "instrumentation/host.h"
#include "instrumentation/language/tokens/files.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/texts/included_files.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope {

namespace {

constexpr double short_while = 0.3;  // seconds that a run may take before the stage is marked as behind

// The same cell in another launch; empty if that launch has no such array.
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

std::filesystem::file_time_type time_of(const std::string& path) {
  std::error_code error;
  const auto written = std::filesystem::last_write_time(path, error);
  return error ? std::filesystem::file_time_type{} : written;
}

// Kept runs are available at once; another kernel has to be recorded first.
void put_beside(Parts& parts) {
  if (const Recorded* const kept = parts.editing.runs.beside()) {
    parts.shown.beside = *kept;
  } else if (parts.editing.runs.standing == Standing::kernel && parts.editing.is_open() &&
             !parts.editing.is_waiting()) {
    parts.launching.recorder.start(parts.editing.runs.asking(*parts.editing.document, parts.editing.file));
  }
}

// The line, from 0, where typing begins: the running line if it is in sight, or else the first line in sight.
std::size_t line_to_type_in(const Parts& parts) {
  const SeeLines& seen = parts.selection.in_sight;
  const std::size_t first = std::max<std::size_t>(seen.first, 1) - 1;
  if (!parts.shown.has_trace()) return first;
  const std::vector<std::uint32_t> recorded = parts.editing.show(parts.shown).recorded;
  const auto running = std::find(recorded.begin(), recorded.end(), parts.shown.frame.line);
  const auto line = static_cast<std::size_t>(running - recorded.begin());
  const bool is_in_sight = parts.shown.frame.line != 0 && line + 1 >= seen.first && line + 1 <= seen.last;
  return is_in_sight ? line : first;
}

// Whether typing goes on where the caret is: it is in sight, or was until now.
bool stays_at_caret(const Editing& editing, const SeeLines& seen) {
  if (!editing.is_open() || editing.has_keys || seen.first == 0) return editing.is_open();
  const std::size_t line = editing.document->line_at(editing.document->caret()) + 1;
  return editing.is_shown() && line >= seen.first && line <= seen.last;
}

bool look_at_file(Parts& parts) {
  const std::string path = file_shown(parts.editing, parts.launching);
  const auto written = path.empty() ? std::filesystem::file_time_type{} : time_of(path);
  const KeptText::Watched now{path, written};
  const KeptText::Watched before = std::exchange(parts.kept_text.watched, now);
  if (path.empty() || before.path != path || written == before.written || written == std::filesystem::file_time_type{})
    return false;
  if (!parts.editing.is_open()) {
    carry_out(parts, parts.launching.asked);
    return true;
  }
  std::string text;
  try {
    text = text_with_included(path);
  } catch (const UsageError&) {  // another program is writing the file
    return false;
  }
  const std::string in_file = editor::Document(text).text();
  if (in_file == parts.editing.document->text()) return parts.editing.saved(path), true;
  if (!parts.editing.is_changed()) return parts.editing.take_file(text), true;
  parts.banner = Banner{fmt::format("Another program has changed {}, too.", path), false};
  parts.banner->offer = "Load the file";
  parts.banner->accept = ReloadText{};
  return true;
}

// From pasted output of `ptxas -v`.
void take_registers(Parts& parts, const std::string& ptxas) {
  const Launch& launch = parts.shown.trace().launch();
  const std::string kernel = launch.kernel;
  const std::optional<int> registers = registers_in(ptxas, function_of(launch));
  if (registers) carry_out(parts, UseRegisters{kernel, registers});
  carry_out(parts, Say{registers ? fmt::format("{}: {} registers per thread, as pasted.", kernel, *registers)
                                 : fmt::format("The pasted text does not say how many registers {} uses.", kernel),
                       false});
}

}  // namespace

void edit_source(Parts& parts) {
  if (!parts.shown.has_trace() && !parts.editing.is_open()) return;
  parts.settings.source = true;
  parts.overlays.panel = Panel::code;
  const bool stays = stays_at_caret(parts.editing, parts.selection.in_sight);
  if (parts.editing.is_open())
    parts.editing.has_keys = true;
  else
    parts.editing.begin(parts.shown, parts.launching.asked);
  if (!stays) parts.editing.apply(PlaceCaret{line_to_type_in(parts), 0});
  // A lesson may name the line.
  if (lesson_is_shown(parts.course, parts.shown) && !parts.editing.is_changed() && parts.course.now().edit)
    parts.editing.apply(PlaceCaret{*parts.course.now().edit - 1, 0, false, 1});
}

void apply_to(Parts& parts, const TypeKey& type) {
  if (!parts.editing.is_open()) return;
  const editor::Pressed pressed = parts.editing.press(type.key, type.page);
  switch (pressed.wish) {
    case editor::Wish::copy: parts.wishes.clipboard = pressed.copied; return;
    case editor::Wish::paste: parts.wishes.paste = true; return;
    case editor::Wish::leave: return carry_out(parts, Act::close);
    case editor::Wish::accept_mend: return parts.editing.mend();
    case editor::Wish::find: return parts.editing.open_search(TextSearch::Controls::find);
    case editor::Wish::replace: return parts.editing.open_search(TextSearch::Controls::replace);
    case editor::Wish::go_to_line: return parts.editing.open_search(TextSearch::Controls::line);
    case editor::Wish::find_next:
    case editor::Wish::find_before:
      return parts.editing.search.find_again(*parts.editing.document, pressed.wish == editor::Wish::find_next);
    case editor::Wish::none: return;
  }
}

void apply_to(Parts& parts, const PlaceCaret& place) {
  edit_source(parts);
  if (parts.editing.is_open()) parts.editing.apply(place);
}

void apply_to(Parts& parts, const TypeOver& change) {
  edit_source(parts);
  if (parts.editing.is_open()) parts.editing.apply(change);
}

void apply_to(Parts& parts, const PasteText& paste) {
  if (parts.editing.has_keys) return parts.editing.paste(paste.text);
  const std::size_t begin = std::min(paste.text.find_first_not_of(" \t\r\n"), paste.text.size());
  const std::string words = paste.text.substr(begin, paste.text.find_last_not_of(" \t\r\n") + 1 - begin);
  if (const std::string link = link_in(words); !link.empty()) return carry_out(parts, Open{link});
  if (words.find('\n') == std::string::npos && is_situation(words)) return carry_out(parts, Open{words});
  if (words.find("ptxas info") != std::string::npos && parts.shown.has_trace()) return take_registers(parts, words);
  if (paste.text.find("__global__") == std::string::npos)
    return carry_out(parts, Say{"The copied text has no kernel: it has no __global__ function.", false});
  carry_out(parts, OpenText{"pasted.cu", paste.text});
}

void apply_to(Parts& parts, const Find& what) {
  if (!parts.editing.is_open() || parts.editing.search.find(*parts.editing.document, what) || what.text.empty()) return;
  parts.banner = Banner{fmt::format("'{}' is not in this file.", what.text), false};
}

void apply_to(Parts& parts, const Replace& what) {
  if (!parts.editing.is_open()) return;
  const std::size_t count = parts.editing.replace(what);
  if (what.all) parts.banner = Banner{fmt::format("Replaced {} time{}.", count, count == 1 ? "" : "s"), false};
}

void apply_to(Parts& parts, const StandBeside& which) {
  if (parts.editing.is_open()) {
    parts.editing.runs.standing = which.which;
    parts.editing.runs.kernel_beside = which.kernel;
    return put_beside(parts);
  }
  if (!parts.shown.has_trace() || which.which != Standing::kernel) return;
  Relaunch next = parts.launching.asked;
  next.beside = which.kernel;
  next.matrices = parts.shown.launch();
  carry_out(parts, next);
}

bool stage_is_behind(const Editing& editing, const Launching& launching) {
  if (!editing.is_behind()) return false;
  if (editing.is_waiting()) return editing.notes.has_errors();
  return !launching.recorder.is_busy() || launching.recording_for > short_while;
}

bool run_typed(Parts& parts, double seconds) {
  const OnFrame running("running what was typed");
  bool changed = false;
  if (auto notes = parts.launching.recorder.take_notes()) {
    parts.editing.take_notes(std::move(*notes));
    changed = true;
  }
  if (!parts.editing.advance(seconds, parts.settings.pause)) return changed;
  parts.playback.playing = false;
  parts.launching.reopening.reset();
  const Relaunch next = parts.editing.runs.asking(*parts.editing.document, parts.editing.file);
  const Recorded* const kept = parts.editing.runs.beside();
  parts.launching.recorder.start(next, kept != nullptr ? *kept : Recorded{});
  if (parts.editing.runs.is_held())
    parts.tasking.judge(parts.editing.document->text(), !parts.tasking.shows_solution());
  return true;
}

void take_typed(Parts& parts, Recording recording) {
  if (!parts.editing.is_open()) return;
  if (auto notes = parts.launching.recorder.take_notes()) parts.editing.take_notes(std::move(*notes));
  if (!recording.problem.empty()) return void(parts.editing.problem = recording.problem);
  const Shown before =
      std::exchange(parts.tasking.begins, false) ? Shown{} : parts.shown;  // a task starts at its first moment
  const Selection looked = parts.selection;
  const TimelineRange range = parts.playback.timeline;
  parts.editing.take_run(recording.focus, recording.asked);
  recording.asked.typed = 0;
  recording.asked.edits.reset();
  recording.asked.most_rounds = 0;
  parts.launching.asked = recording.asked;
  put_on_stage(parts, std::move(recording.focus), std::move(recording.beside));
  if (const Recorded* const kept = parts.editing.runs.beside()) parts.shown.beside = *kept;
  const std::uint64_t moment = parts.playback.moment;
  parts.playback.follow(before, parts.shown);
  if (before.has_trace()) {
    const Replay& was = *before.focus.replay;
    parts.selection.selected = in_other(looked.selected, before.trace(), parts.shown.trace());
    if (looked.partner && *looked.partner < parts.shown.trace().threads_per_block())
      parts.selection.partner = looked.partner;
    if (was.order().step_count() == parts.shown.replay().order().step_count()) parts.playback.timeline = range;
    const auto lines = editor::lines_before(was.scenery().kernel_text(), parts.shown.replay().scenery().kernel_text());
    if (const auto same = moment_at_same_line(was, moment, parts.shown.replay(), lines)) parts.playback.moment = *same;
  }
  if (!before.has_trace() || parts.editing.runs.is_held()) parts.selection.look_at_work(parts.shown);
  parts.banner.reset();
  if (!recording.alone.empty()) parts.banner = Banner{recording.alone, true};
  if (const auto& fault = parts.shown.trace().fault()) parts.banner = Banner{fault->message, true};
  settle(parts);
  if (std::exchange(parts.tasking.goes_to_missed, false)) go_to_missed(parts);
}

void apply_to(Parts& parts, const OpenText& open) {
  give_up_preparing(parts);
  Relaunch base;
  base.backend = parts.launching.asked.backend;
  if (!open.launch.empty()) try {
      base.request = situation_of_string(open.launch).request;
    } catch (const UsageError&) {  // runs it as new code
    }
  base.request.kernel = open.file;
  base.request.text.reset();
  leave_text(parts);
  parts.settings.source = true;
  parts.editing.begin_with(open.text, base);
}

void apply_to(Parts& parts, const OpenDraft& open) {
  const std::vector<Draft> drafts = read_draft(open.path);
  if (drafts.empty()) return carry_out(parts, Say{fmt::format("{}: this draft is gone", open.path)});
  const Draft& draft = drafts.front();
  carry_out(parts, OpenText{draft.file, draft.text, draft.launch});
  parts.editing.opened = parts.editing.is_of_file() ? editor::Document(text_with_included(draft.file)).text() : "";
  std::error_code error;
  std::filesystem::remove(open.path, error);
  parts.banner.reset();
}

void apply_to(Parts& parts, const OfferDraft& offer) {
  parts.banner = Banner{fmt::format("{} has changes that were not saved ({}).", offer.file, offer.when), false};
  parts.banner->offer = "Open it (Enter)";
  parts.banner->accept = OpenDraft{offer.path};
}

void apply_to(Parts& parts, const SaveText& save) try {
  if (!parts.editing.is_open()) return;
  if (save.path.empty()) throw UsageError("Give the file a name.");
  const std::string path = kernel_file(save.path);
  const std::string all = parts.editing.document->text_to_save(), typed(language::own_text(all));
  if (parts.editing.runs.is_held()) {
    if (parts.editing.is_waiting()) static_cast<void>(run_typed(parts, parts.settings.pause + 1));
    return hand_in(parts, path, typed);
  }
  write_file(path, {typed.data(), typed.size()});
  parts.editing.saved(path);
  parts.editing.runs.run_again();  // under the code's new name
  parts.kept_text.draft.remove();
  remember(parts, path);
  parts.kept_text.watched = {path, time_of(path)};
  const bool has_changed_others =
      all.size() > typed.size() && editor::Document(text_with_included(path)).text() != parts.editing.document->text();
  parts.banner =
      Banner{fmt::format("Saved: {}{}", path, has_changed_others ? ". The files that it includes are unchanged." : ""),
             false, 4};
} catch (const Error& error) {
  parts.banner = Banner{error.what(), true};
}

void remember(Parts& parts, const std::string& path) {
  std::error_code error;
  const std::string whole = std::filesystem::absolute(path, error).lexically_normal().string();
  std::vector<std::string>& recent = parts.settings.recent;
  std::erase(recent, whole);
  recent.insert(recent.begin(), whole);
  if (recent.size() > most_recent) recent.resize(most_recent);
}

void save_text(Parts& parts) {
  if (!parts.editing.is_open()) return carry_out(parts, Say{"There is nothing to save.", false});
  if (parts.editing.is_of_file() || in_browser) {  // a download needs no path
    parts.overlays.files = Overlays::Files::none;
    return carry_out(parts, SaveText{parts.editing.file});
  }
  parts.overlays.files = Overlays::Files::save;
}

void leave_text(Parts& parts) {
  if (parts.editing.runs.is_held()) {
    keep_answer(parts);
    parts.tasking.close();
    return parts.editing.end();
  }
  if (!parts.editing.is_changed()) return parts.editing.end();
  keep_draft(parts);
  const std::string told = fmt::format("Your changes to {} are kept as a draft.", parts.editing.file);
  parts.kept_text.draft.leave();
  parts.editing.end();
  parts.banner = Banner{told, false, 6};
}

void follow_text(Parts& parts) {
  if (!parts.editing.is_open()) return;
  const editor::Document shown(parts.shown.replay().scenery().kernel_text());
  if (shown.text() == parts.editing.document->text())
    parts.editing.runs.adopt(parts.shown, parts.launching.asked, parts.editing.document->version());
  else
    leave_text(parts);
}

bool open_broken(Parts& parts, const Recording& failed) {
  const Relaunch& asked = failed.asked;
  if (!asked.file.empty() || !is_kernel_file(asked.request.kernel) || parts.editing.is_changed()) return false;
  std::string text;
  try {
    text = text_of(asked.request);
  } catch (const UsageError&) {  // the file does not exist
    return false;
  }
  if (parts.editing.is_open() && parts.editing.document->text() == editor::Document(text).text()) return false;
  parts.settings.source = true;
  parts.editing.begin_with(text, asked);
  if (failed.has_begun)
    parts.editing.runs.stay_as_it_is(parts.editing.document->version());  // another run would fail in the same way
  parts.editing.problem = failed.problem;
  parts.launching.other_kernels = failed.other_kernels;
  return true;
}

void keep_draft(Parts& parts) {
  if (parts.editing.runs.is_held()) return keep_answer(parts);
  if (!parts.editing.is_changed()) return parts.kept_text.draft.remove();
  Draft draft{{}, parts.editing.file, parts.editing.document->text_to_save(), "", ""};
  if (parts.shown.has_trace()) {
    Situation shown = situation_shown(parts);
    shown.request.text.reset();  // the draft contains the code
    draft.launch = share_string(shown);
  }
  parts.kept_text.drafted = parts.editing.document->version();
  parts.kept_text.since_draft = 0;
  if (const std::string problem = parts.kept_text.draft.keep(draft); !problem.empty())
    parts.banner = Banner{problem, true};
}

bool look_after_text(Parts& parts, double seconds) {
  const OnFrame looking("looking after the text");
  constexpr double draft_seconds = 2, file_seconds = 1;
  parts.kept_text.since_draft += seconds;
  parts.kept_text.since_look += seconds;
  if (parts.editing.is_open() && parts.kept_text.drafted != parts.editing.document->version() &&
      parts.kept_text.since_draft > draft_seconds)
    keep_draft(parts);
  if (parts.kept_text.since_look < file_seconds) return false;
  parts.kept_text.since_look = 0;
  return look_at_file(parts);
}

std::string file_shown(const Editing& editing, const Launching& launching) {
  // A task's code is not a user's file, even if a file has its name.
  if (editing.is_open()) return editing.runs.is_held() ? "" : editing.file;
  const Request& asked = launching.asked.request;
  return launching.asked.file.empty() && is_kernel_file(asked.kernel) && !asked.text ? asked.kernel : "";
}

bool watches_file(const Editing& editing, const Launching& launching) {
  return !file_shown(editing, launching).empty() || editing.is_changed();
}

void apply_to(Parts& parts, const ReloadText&) try {
  if (parts.editing.is_open()) parts.editing.take_file(text_with_included(parts.editing.file));
  parts.banner.reset();
} catch (const UsageError& error) {
  parts.banner = Banner{error.what(), true};
}

}  // namespace tilescope
