#include "app/session/task_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/lessons/library.h"
#include "app/session/answers.h"
#include "app/session/commands.h"
#include "app/session/editing_session.h"
#include "app/session/lesson_session.h"
#include "app/session/on_stage.h"
#include "app/session/under_way.h"
#include "app/tasks/given_lines.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace {

namespace fs = std::filesystem;

void show_launch(Parts& parts, std::size_t launch) {
  parts.tasking.show_launch(launch);
  parts.editing.runs.hold(parts.tasking.launched(), parts.tasking.most_rounds());
}

void begin_task(Parts& parts) {
  parts.tasking.handing_in.clear();
  if (parts.course.is_open()) close_lesson(parts);
  if (parts.editing.runs.is_held())
    parts.editing.end();
  else
    leave_text(parts);
  parts.overlays.start = parts.overlays.glossary = false;
  parts.overlays.files = Overlays::Files::none;
  parts.tasking.set_aside.clear();
  parts.course.task_left.clear();
  parts.tasking.goes_to_missed = false;
  parts.tasking.begins = true;
  parts.playback.playing = false;
  parts.explaining.view = {};
  parts.settings.source = true;
  Relaunch base;
  base.backend = parts.launching.asked.backend;
  base.request = parts.tasking.task().given;
  parts.editing.begin_with(parts.tasking.text_to_begin(), base);
  parts.editing.opened = editor::Document(parts.tasking.task().task.kernel.text).text();
  parts.editing.has_keys = false;  // students read the code first
  parts.overlays.panel = Panel::words;
  show_launch(parts, 0);
}

// True the first time: the act is then offered in a message, and done if it is chosen there or asked for again.
bool asks_first(Parts& parts, Act act, const std::string& says, const std::string& offer) {
  const std::optional<Banner> before = std::exchange(parts.banner, std::nullopt);
  const Act* const offered = before && before->accept ? std::get_if<Act>(&*before->accept) : nullptr;
  if (offered != nullptr && *offered == act) return false;
  parts.banner = Banner{says, false};
  parts.banner->offer = offer;
  parts.banner->accept = act;
  return true;
}

}  // namespace

void apply_to(Parts& parts, const OpenTask& open) {
  give_up_preparing(parts);
  if (parts.editing.runs.is_held()) keep_answer(parts);
  parts.tasking.open(open.file);
}

void take_task(Parts& parts, Tasking::News news) {
  switch (news) {
    case Tasking::News::failed:
      parts.banner = Banner{
          parts.tasking.problem() + (parts.shown.has_trace() ? " (the previous launch is still shown)" : ""), true};
      return;
    case Tasking::News::opened: return begin_task(parts);
    case Tasking::News::judged:
      keep_answer(parts);
      if (!parts.tasking.handing_in.empty() && parts.editing.runs.is_held())
        carry_out(parts, SaveText{std::exchange(parts.tasking.handing_in, {})});
      return;
    case Tasking::News::none: return;
  }
}

void apply_to(Parts& parts, const ShowLaunch& show) {
  if (!parts.tasking.is_open() || show.launch >= parts.tasking.task().launches.size() ||
      !parts.tasking.judged().is_told(show.launch))
    return;
  show_launch(parts, show.launch);
  const tasks::Attempt* const attempt = parts.tasking.judged().attempt();
  const tasks::Missed* const missed = attempt == nullptr ? nullptr : attempt->first_missed();
  parts.tasking.goes_to_missed = missed != nullptr && missed->launch == show.launch;
}

void apply_to(Parts& parts, const SwitchLine& which) {
  if (!parts.tasking.is_open() || !parts.editing.is_open() || parts.tasking.shows_solution()) return;
  editor::Document& document = *parts.editing.document;
  const auto placed = tasks::with_line_switched(parts.tasking.task().task, document.text(), which.line,
                                                document.line_at(document.caret()));
  if (!placed)
    return carry_out(parts, Say{"The lines around the given ones were changed: start again, or put them back.", false});
  parts.editing.put(placed->text);
  parts.editing.apply(PlaceCaret{placed->line, 1000});
  parts.editing.has_keys = true;  // Alt and the arrow keys move the line
}

void show_solution(Parts& parts) {
  Tasking& tasking = parts.tasking;
  if (!tasking.set_aside.empty()) return parts.editing.put(std::exchange(tasking.set_aside, {}));
  const bool is_known = tasking.judged().was_solved() || tasking.help.saw_solution;
  if (!is_known &&
      asks_first(parts, Act::task_solution, "Your answer will say that you saw the solution.", "Show it (Enter)"))
    return;
  keep_answer(parts);
  if (!tasking.judged().was_solved()) tasking.help.saw_solution = true;
  keep_answer(parts);
  tasking.set_aside = parts.editing.document->text();
  parts.editing.put(tasking.task().task.solution.text);
}

void begin_anew(Parts& parts) {
  if (parts.editing.is_changed() &&
      asks_first(parts, Act::task_again, "The original code would replace yours.", "Start again (Enter)"))
    return;
  parts.tasking.set_aside.clear();
  parts.editing.put(parts.tasking.task().task.kernel.text);
}

// Opens the task that this task names as next, or else the task with the next number.
void open_next_task(Parts& parts) {
  const tasks::Task& task = parts.tasking.task().task;
  const fs::path folder = fs::path(task.file).parent_path();
  const std::vector<tasks::ReadTask> all = tasks::all_tasks(folder);
  for (const tasks::Written& next : task.next)
    for (const tasks::ReadTask& each : all)
      if (each.task.name == next.text) return carry_out(parts, OpenTask{each.task.file});
  for (const tasks::ReadTask& each : all)
    if (each.task.number > task.number) return carry_out(parts, OpenTask{each.task.file});
  carry_out(parts, Say{"This is the last task.", false});
}

void open_lesson_of_task(Parts& parts) try {
  const tasks::Task& task = parts.tasking.task().task;
  if (task.lesson.empty()) return carry_out(parts, Say{"This task has no lesson.", false});
  const std::string lesson = lessons::find_lesson(lessons::folder_beside(task.file, "lessons"), task.lesson.text);
  const std::string left = task.file, step = task.lesson_step.text;
  leave_text(parts);
  parts.course.task_left = left;
  carry_out(parts, OpenLesson{lesson, step});
} catch (const UsageError& error) {
  carry_out(parts, Say{error.what()});
}

void open_task_of_lesson(Parts& parts) {
  if (!parts.course.is_open()) return;
  if (!parts.course.task_left.empty()) return carry_out(parts, OpenTask{parts.course.task_left});
  const std::vector<std::string>& all = parts.course.tasks;
  if (all.empty()) return carry_out(parts, Say{"This lesson has no task.", false});
  const auto is_solved = [&](const std::string& file) {
    const std::optional<tasks::HandedIn> kept = parts.tasking.kept().find(lessons::lesson_name(file));
    return kept && kept->is_done();
  };
  const auto next = std::find_if_not(all.begin(), all.end(), is_solved);
  carry_out(parts, OpenTask{next == all.end() ? all.front() : *next});
}

}  // namespace tilescope
