#include "app/session/lesson_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/session/commands.h"
#include "app/session/editing_session.h"
#include "app/session/on_stage.h"
#include "app/session/share.h"
#include "app/session/under_way.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope {

namespace {

Recorded recorded(const lessons::Scene* scene) {
  if (scene == nullptr) return {};
  Recorded recorded;
  recorded.replay = scene->replay;
  recorded.result = scene->result;
  recorded.note = scene->note;
  recorded.explained = scene->explained;
  return recorded;
}

// How long a kiosk shows a step before it continues.
double reading_seconds(const lessons::PreparedStep& step) {
  const std::string text = lessons::plain_text(step.text);
  return 4 + 0.3 * static_cast<double>(std::count(text.begin(), text.end(), ' '));
}

// A step by its name, or by its number from 1.
std::optional<std::size_t> step_of(const lessons::Prepared& lesson, const std::string& meant) {
  if (meant.empty()) return std::nullopt;
  if (const auto named = lesson.step_named(meant)) return named;
  for (std::size_t n = 0; n < lesson.steps.size(); ++n)
    if (meant == std::to_string(n + 1)) return n;
  return std::nullopt;
}

// What reopens the reader's own kernel: a file, or code that was typed or pasted. Empty for a kernel of the program.
std::optional<Course::Left> own_kernel(Parts& parts) {
  const auto called = [](const std::string& path) { return std::filesystem::path(path).filename().string(); };
  const Editing& editing = parts.editing;
  if (editing.is_changed()) {
    keep_draft(parts);
    if (const auto& draft = parts.kept_text.draft.path(); !draft.empty())
      return Course::Left{called(editing.file), OpenDraft{draft}};
    return Course::Left{called(editing.file), OpenText{editing.file, editing.document->text_to_save()}};
  }
  const Relaunch& asked = parts.launching.asked;
  const std::string file = !asked.file.empty() ? asked.file : editing.is_open() ? editing.file : asked.request.kernel;
  std::error_code error;
  const bool is_file = (editing.is_open() || !asked.request.text) && std::filesystem::is_regular_file(file, error);
  const bool is_shown = parts.shown.has_trace() && (!asked.file.empty() || asked.request.kernel == file);
  if (is_shown && (is_file || asked.request.text)) {
    Situation shown = situation_shown(parts);
    shown.request = asked.request;
    if (is_file) shown.request.text.reset();
    return Course::Left{called(file), Reopen{shown}};
  }
  if (is_file) return Course::Left{called(file), Open{file}};
  if (editing.is_open() && is_kernel_file(file))
    return Course::Left{called(file), OpenText{file, editing.document->text_to_save()}};
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> halt_of_lesson(const Parts& parts) {
  if (!parts.course.takes_answer() || parts.course.guess().answered() || !lesson_is_shown(parts.course, parts.shown))
    return std::nullopt;
  return parts.course.question()->halt;
}

void apply_to(Parts& parts, const OpenLesson& open) {
  give_up_preparing(parts);
  parts.course.meant = {open.step, open.moment};
  parts.course.open(open.file, parts.launching.asked.backend);
}

void apply_to(Parts& parts, const GoToStep& go) {
  if (parts.course.apply(go)) show_step(parts);
}

void take_lesson(Parts& parts, Course::News news) {
  if (news == Course::News::failed) {
    parts.banner =
        Banner{parts.course.problem() + (parts.course.is_open() ? " (the previous lesson is still open)" : ""), true};
    return;
  }
  parts.banner.reset();
  if (news == Course::News::opened && parts.editing.runs.is_held())
    parts.course.task_left = parts.tasking.task().task.file;
  else if (news == Course::News::opened && !parts.course.comes_from_task())
    parts.course.left = own_kernel(parts);
  if (news != Course::News::reloaded && parts.editing.is_open()) leave_text(parts);
  const std::string meant = std::exchange(parts.course.meant.step, {});
  if (const auto step = step_of(parts.course.lesson(), meant))
    static_cast<void>(parts.course.apply(GoToStep{*step}));
  else if (!meant.empty())
    parts.banner = Banner{fmt::format("This lesson has no step '{}', so it opens at its beginning.", meant), true};
  show_step(parts);
  if (const auto moment = std::exchange(parts.course.meant.moment, {})) {
    parts.playback.apply(Seek{*moment}, parts.shown);
    parts.playback.playing = parts.playback.glides = false;
    parts.course.come_to(parts.playback.moment);
  }
}

void close_lesson(Parts& parts) {
  parts.course.task_left.clear();
  parts.course.left.reset();
  parts.course.close();
}

void leave_lesson(Parts& parts) {
  const std::optional<Course::Left> left = parts.course.left;
  close_lesson(parts);
  if (left) carry_out(parts, left->back);
}

void open_next_lesson(Parts& parts) {
  const std::vector<std::string> next = next_files(parts.course.lesson().lesson);
  carry_out(parts, OpenLesson{next.empty() ? file_after(parts.course.lesson().lesson) : next.front()});
}

void show_step(Parts& parts) {
  parts.course.outline = false;  // a presenter may go on in the notes window
  const lessons::PreparedStep& step = parts.course.now();
  const lessons::Step& written = parts.course.lesson().lesson.steps[parts.course.step()];
  if (parts.launching.recorder.is_busy()) parts.launching.recorder.cancel();
  int& reached = parts.settings.lessons[parts.course.lesson().lesson.name];
  reached = std::max(reached, static_cast<int>(parts.course.step()) + 1);
  const bool same_launch = lesson_is_shown(parts.course, parts.shown);
  parts.launching.asked.request = step.situation.request;
  parts.launching.asked.file.clear();
  parts.launching.asked.as_ran = step.situation.as_ran;
  put_on_stage(parts, recorded(step.scene), recorded(step.beside));
  parts.selection.block = step.block;
  parts.selection.thread = step.thread;
  parts.selection.partner = step.partner;
  parts.selection.only_warp = written.only_warp;
  parts.overlays.panel = Panel::words;
  parts.explaining.view = {};
  for (const Command& next : parts.explaining.apply(Explain{step.situation.view}, &parts.shown.trace().launch()))
    carry_out(parts, next);
  parts.explaining.choices.limits = {step.situation.gpu, 0};
  parts.explaining.choices.variable = step.situation.variable;
  parts.playback.moment = step.from;
  parts.playback.grain = written.grain;
  parts.playback.due = parts.course.loop.shown_for = 0;
  parts.playback.glides = same_launch;
  parts.course.come_to(step.from);
  parts.playback.playing = step.from < step.to && !parts.course.takes_answer();
}

void play_or_pause(Parts& parts) {
  if (!parts.playback.playing && halt_of_lesson(parts) && parts.playback.moment >= *halt_of_lesson(parts)) return;
  const bool at_end_of_step = lesson_is_shown(parts.course, parts.shown) &&
                              !parts.course.stop_after(parts.playback.moment) && !parts.shown.frame.at_begin;
  if (!parts.playback.playing && at_end_of_step && parts.course.now().from < parts.course.now().to)
    parts.playback.go_to(parts.course.now().from, parts.shown);
  else if (!parts.playback.playing && parts.shown.frame.at_end)
    parts.playback.go_to(0, parts.shown);
  parts.playback.playing = !parts.playback.playing;
  parts.playback.due = 0;
}

void go_on_in_lesson(Parts& parts) {
  parts.course.outline = false;
  if (!lesson_is_shown(parts.course, parts.shown)) return show_step(parts);
  const lessons::PreparedStep& step = parts.course.now();
  if (parts.course.takes_answer()) return parts.course.reveal();
  const auto stop = parts.course.stop_after(parts.playback.moment);
  if (parts.playback.playing && stop) {
    parts.playback.apply(Seek{*stop}, parts.shown);
    return parts.course.come_to(parts.playback.moment);
  }
  if (parts.playback.moment < step.to) return play_or_pause(parts);
  if (parts.course.apply(GoToStep{parts.course.step() + 1})) return show_step(parts);
  open_next_lesson(parts);
}

bool has_why(const Course& course, const Shown& shown, std::uint64_t moment) {
  const lessons::Asked* const asked = course.question();
  if (asked == nullptr || !course.guess().revealed) return false;
  return course.lesson().step_named(asked->why_step).value_or(course.step()) != course.step() ||
         !lesson_is_shown(course, shown) || asked->why != moment;
}

// A reason in the same step leaves the answer beside it.
void show_why(Parts& parts) {
  if (!has_why(parts.course, parts.shown, parts.playback.moment)) return;
  const lessons::Asked& asked = *parts.course.question();
  const std::size_t step = parts.course.lesson().step_named(asked.why_step).value_or(parts.course.step());
  if (step != parts.course.step() && parts.course.apply(GoToStep{step})) return show_step(parts);
  if (!lesson_is_shown(parts.course, parts.shown)) show_step(parts);
  parts.playback.apply(Seek{asked.why}, parts.shown);
  parts.overlays.panel = Panel::stage;
}

void go_on_alone(Parts& parts, double seconds) {
  if (!parts.course.loop.is_on || !parts.course.is_open()) return;
  parts.course.loop.shown_for =
      parts.playback.playing || parts.course.preparing().is_busy() ? 0 : parts.course.loop.shown_for + seconds;
  if (parts.course.loop.shown_for < reading_seconds(parts.course.now())) return;
  parts.course.loop.shown_for = 0;
  const bool is_last = parts.course.step() + 1 == parts.course.lesson().steps.size();
  if (is_last && !parts.course.takes_answer() && !parts.course.stop_after(parts.playback.moment))
    return carry_out(parts, OpenLesson{file_after(parts.course.lesson().lesson)});
  go_on_in_lesson(parts);
}

}  // namespace tilescope
