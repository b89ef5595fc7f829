// What a task does to the session: its text is edited, its launches are shown, and each run is held against its goals.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/export/whole_file.h"
#include "app/lessons/library.h"
#include "app/session/session.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace {

namespace fs = std::filesystem;

// Lessons and tasks stand in folders beside each other; those that somebody writes may share one.
fs::path folder_beside(const std::string& file, const char* name) {
  const fs::path here = fs::path(file).parent_path(), beside = here.parent_path() / name;
  std::error_code error;
  return fs::is_directory(beside, error) ? beside : here;
}

}  // namespace

void Session::wait_for_task() {
  take_task(tasking_.wait());
  if (!tasking_.is_open()) return;
  wait_for_recording();
  while (tasking_.is_judging()) take_task(tasking_.wait());
  settle();
}

void Session::apply_to(const OpenTask& open) {
  if (editing_.is_held()) keep_answer();
  tasking_.open(open.file);
}

void Session::take_task(Tasking::News news) {
  switch (news) {
    case Tasking::News::failed:
      banner_ = Banner{tasking_.problem() + (has_trace() ? " (what was open is open still)" : ""), true};
      return;
    case Tasking::News::opened: return begin_task();
    case Tasking::News::judged:
      keep_answer();
      if (!handing_in_.empty() && editing_.is_held()) apply_to(SaveText{std::exchange(handing_in_, {})});
      return;
    case Tasking::News::none: return;
  }
}

void Session::begin_task() {
  handing_in_.clear();
  if (course_.is_open()) act_in_lesson(Act::lesson_close);
  if (editing_.is_held())
    editing_.end();
  else
    leave_text();
  overlays_.tasks = false;
  overlays_.files = Overlays::Files::none;
  set_aside_.clear();
  task_left_.clear();
  goes_to_missed_ = false;
  begins_task_ = true;
  playback_.playing = false;
  explaining_.view = {};
  settings_.source = true;
  Relaunch base;
  base.backend = launching_.asked.backend;
  base.request = tasking_.task().given;
  editing_.begin_with(tasking_.text_to_begin(), base);
  editing_.opened = editor::Document(tasking_.task().task.kernel.text).text();
  editing_.has_keys = false;  // it is read first
  show_launch(0);
}

void Session::show_launch(std::size_t launch) {
  tasking_.show_launch(launch);
  editing_.hold(tasking_.launched(), tasking_.most_rounds());
}

void Session::apply_to(const ShowLaunch& show) {
  if (!tasking_.is_open() || show.launch >= tasking_.task().launches.size() || !tasking_.is_told(show.launch)) return;
  show_launch(show.launch);
  const tasks::Attempt* const attempt = tasking_.attempt();
  const tasks::Missed* const missed = attempt == nullptr ? nullptr : attempt->first_missed();
  goes_to_missed_ = missed != nullptr && missed->launch == show.launch;
}

void Session::act_in_task(Act act) {
  if (act == Act::lesson_task) return open_task_of_lesson();
  if (!tasking_.is_open() || !editing_.is_open()) return;
  switch (act) {
    case Act::task_hint: return tasking_.give_hint();
    case Act::task_solution: return show_solution();
    case Act::task_again: return begin_anew();
    case Act::task_missed: return go_to_missed();
    case Act::task_next: return open_next_task();
    case Act::task_lesson: return open_lesson_of_task();
    case Act::task_close: return leave_text();
    default: return;
  }
}

// It stands in place of the answer, and the answer comes back.
void Session::show_solution() {
  if (set_aside_.empty()) {
    keep_answer();
    if (!tasking_.was_solved()) tasking_.see_solution();
    keep_answer();
    set_aside_ = editing_.document->text();
    return editing_.put(tasking_.task().task.solution.text);
  }
  editing_.put(std::exchange(set_aside_, {}));
}

// What somebody made of it goes only if that is asked for twice.
void Session::begin_anew() {
  const std::string& begun = tasking_.task().task.kernel.text;
  const bool is_asked = banner_ && banner_->accept && std::holds_alternative<Act>(*banner_->accept) &&
                        std::get<Act>(*banner_->accept) == Act::task_again;
  if (editing_.is_changed() && !is_asked) {
    banner_ = Banner{"The text to begin with would take the place of yours.", false};
    banner_->offer = "Begin anew (Enter)";
    banner_->accept = Act::task_again;
    return;
  }
  banner_.reset();
  set_aside_.clear();
  editing_.put(begun);
}

// With what the newest text reaches, once that is known.
void Session::hand_in(const std::string& path, const std::string& typed) {
  if (editing_.is_waiting()) static_cast<void>(run_typed(settings_.pause + 1));
  if (tasking_.is_judging()) {
    handing_in_ = path;
    banner_ = Banner{"Your answer is handed in once it has been looked at.", false};
    return;
  }
  const tasks::HandedIn answer = tasking_.handed_in(typed);
  const std::string text = tasks::written(answer);
  write_file(path, {text.data(), text.size()});
  banner_ = Banner{fmt::format("Handed in: {}, {} of {} parts. This file is your answer.", place_of_file(path),
                               answer.reached, answer.of),
                   false};
}

// To the launch and the moment at which a goal is missed first, and to who is in it: a finding's thread and cell, or
// the first wrong element. Where it hangs on the order, it is shown as threads ran.
void Session::go_to_missed() {
  const tasks::Attempt* const attempt = tasking_.attempt();
  const tasks::Missed* const missed = attempt == nullptr ? nullptr : attempt->first_missed();
  if (missed == nullptr) return;
  if (missed->launch != tasking_.launch()) return apply_to(ShowLaunch{missed->launch});
  // The launch may be on its way still, or what is known of it.
  goes_to_missed_ = !has_trace() || editing_.is_waiting() || launching_.recorder.is_busy() ||
                    (shown_.focus.explained == nullptr && shown_.focus.is_coming());
  if (goes_to_missed_) return;
  if (missed->sight) return go_to(*missed->sight);
  if (missed->moment) playback_.go_to(*missed->moment, shown_);
  if (const auto& result = shown_.focus.result; result && !result->wrong.empty())
    select_element(result->array, result->wrong.front());
  settle();
}

void Session::go_to(const tasks::Sight& sight) {
  if (sight.hangs_on_order && !replay().is_as_ran() && has_order() && !launching_.recorder.is_busy()) {
    goes_to_missed_ = true;
    return switch_order();
  }
  const auto moment = moment_of(replay(), sight.access);
  if (!moment) return settle();
  selection_.block = sight.access.block;
  selection_.look_at_thread(sight.access.thread, shown_);
  playback_.go_to(*moment, shown_);
  if (sight.element) select_element(sight.element->first, sight.element->second);
  if (!sight.view.empty() && !explaining_.is_open(sight.view)) apply_to(Explain{sight.view});
  settle();
}

void Session::select_element(std::size_t array, std::uint32_t number) {
  Target element;
  element.kind = Target::Kind::element;
  element.array = static_cast<std::uint8_t>(array);
  element.number = number;
  selection_.apply(Select{element, false}, shown_);
}

void Session::keep_answer() {
  drafted_ = editing_.document->version();
  since_draft_ = 0;
  if (!set_aside_.empty()) return;  // what is shown is not the answer
  const bool is_begun = editing_.is_changed() || tasking_.hints() > 0 || tasking_.solution_was_seen();
  if (!is_begun && !tasking_.kept().find(tasking_.task().task.name)) return;
  if (const std::string problem = tasking_.keep(editing_.document->text_to_save()); !problem.empty())
    banner_ = Banner{problem, true};
}

// By its name, or else the one after it by number.
void Session::open_next_task() {
  const tasks::Task& task = tasking_.task().task;
  const fs::path folder = fs::path(task.file).parent_path();
  const std::vector<tasks::ReadTask> all = tasks::all_tasks(folder);
  for (const tasks::Written& next : task.next)
    for (const tasks::ReadTask& each : all)
      if (each.task.name == next.text) return apply_to(OpenTask{each.task.file});
  for (const tasks::ReadTask& each : all)
    if (each.task.number > task.number) return apply_to(OpenTask{each.task.file});
  apply_to(Say{"This is the last task.", false});
}

void Session::open_lesson_of_task() try {
  const tasks::Task& task = tasking_.task().task;
  if (task.lesson.empty()) return apply_to(Say{"No lesson goes before this task.", false});
  const std::string lesson = lessons::find_lesson(folder_beside(task.file, "lessons"), task.lesson.text);
  const std::string left = task.file, step = task.lesson_step.text;
  leave_text();
  task_left_ = left;
  lesson_step_ = step;
  apply_to(OpenLesson{lesson});
} catch (const UsageError& error) {
  apply_to(Say{error.what()});
}

void Session::open_task_of_lesson() try {
  if (!course_.is_open()) return;
  if (!task_left_.empty()) return apply_to(OpenTask{task_left_});
  const lessons::Lesson& lesson = course_.lesson().lesson;
  if (lesson.task.empty()) return apply_to(Say{"This lesson has no task.", false});
  apply_to(OpenTask{tasks::find_task(folder_beside(lesson.file, "tasks"), lesson.task.text)});
} catch (const UsageError& error) {
  apply_to(Say{error.what()});
}

}  // namespace tilescope
