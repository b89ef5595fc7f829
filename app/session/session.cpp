#include "app/session/session.h"

#include "app/session/commands.h"
#include "app/session/editing_session.h"
#include "app/session/frame_watch.h"
#include "app/session/lesson_session.h"
#include "app/session/on_stage.h"
#include "app/session/share.h"
#include "app/session/taken_in.h"
#include "app/session/task_session.h"
#include "app/stage/theme.h"
#include "instrumentation/host.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope {

namespace {

// Continues playback up to the lesson's stop. True if the moment changed.
bool play_on(Parts& parts, double seconds) {
  const bool plays = parts.playback.playing;
  const bool is_lesson = lesson_is_shown(parts.course, parts.shown);
  const auto stop = is_lesson ? parts.course.stop_after(parts.playback.moment) : std::nullopt;
  const bool moved = parts.playback.advance(seconds, parts.settings.speed, parts.shown, stop);
  if (plays && is_lesson) parts.course.come_to(parts.playback.moment);
  return moved;
}

// Takes in new recordings, analyses, results and typing. True if there was anything.
bool take_in_work(Parts& parts, double seconds) {
  bool changed = false;
  if (auto recording = parts.launching.advance(seconds)) {
    const OnFrame taking("taking in a recording");
    take_in(parts, std::move(*recording));
    changed = true;
  }
  changed = run_typed(parts, seconds) || changed;
  changed = look_after_text(parts, seconds) || changed;
  changed = take_explained(parts) || changed;
  changed = compare_launches(parts) || changed;
  changed = follow_cube(parts) || changed;
  return finish_share(parts, false) || changed;
}

// Takes in a prepared lesson or task. True if there was one.
bool take_in_lessons(Parts& parts, double seconds) {
  const Course::News lesson = parts.course.advance(seconds);
  if (lesson != Course::News::none) take_lesson(parts, lesson);
  const Tasking::News task = parts.tasking.advance(seconds);
  if (task != Tasking::News::none) take_task(parts, task);
  return lesson != Course::News::none || task != Tasking::News::none;
}

bool end_banner(std::optional<Banner>& banner, double seconds) {
  if (!banner || banner->seconds <= 0 || (banner->seconds -= seconds) > 0) return false;
  banner.reset();
  return true;
}

}  // namespace

void Session::apply(const Command& command) {
  carry_out(parts_, command);
  settle(parts_);
}

bool Session::advance(double seconds) {
  const OnFrame advancing("advancing");
  bool changed = take_in_work(parts_, seconds);
  changed = end_banner(parts_.banner, seconds) || changed;
  changed = take_in_lessons(parts_, seconds) || changed;
  go_on_alone(parts_, seconds);
  changed = play_on(parts_, seconds) || changed;
  settle(parts_);
  return changed;
}

void Session::wait_for_recording() {
  static_cast<void>(finish_share(parts_, true));
  if (parts_.editing.is_waiting()) static_cast<void>(run_typed(parts_, parts_.settings.pause + 1));
  if (auto recording = parts_.launching.recorder.wait()) take_in(parts_, std::move(*recording));
  parts_.shown.focus.wait_for_explained();
  parts_.shown.beside.wait_for_explained();
  take_explained(parts_);
  settle(parts_);
  parts_.worked_out.comparing.wait();
  static_cast<void>(compare_launches(parts_));
}

void Session::wait_for_variables() {
  const ExplainView* const open = view_of(parts_.explaining.view);
  WorkedOut& work = parts_.worked_out;
  do {
    work.variables.wait(parts_.shown, open != nullptr && open->needs_variables);
    do {
      static_cast<void>(follow_cube(parts_));
      work.cubing.wait();
      static_cast<void>(follow_cube(parts_));
    } while (work.cubing.is_busy());
    settle(parts_);
  } while (work.variables.is_busy());
}

void Session::wait_for_lesson() {
  if (const Course::News news = parts_.course.wait(); news != Course::News::none) take_lesson(parts_, news);
  settle(parts_);
}

void Session::wait_for_task() {
  take_task(parts_, parts_.tasking.wait());
  if (!parts_.tasking.is_open()) return;
  wait_for_recording();
  while (parts_.tasking.judged().is_busy()) {
    const Tasking::News news = parts_.tasking.wait();
    take_task(parts_, news);
    if (news == Tasking::News::none) break;  // a worker judges it
  }
  settle(parts_);
}

std::optional<UnderWay> Session::under_way() const { return tilescope::under_way(parts_); }
Explainable Session::explainable() const { return tilescope::explainable(parts_); }
Situation Session::situation(Inputs inputs) const {
  return inputs == Inputs::checked ? tilescope::situation(parts_) : situation_to_send(parts_);
}
std::string Session::line_to_copy() const { return tilescope::line_to_copy(parts_); }

}  // namespace tilescope
