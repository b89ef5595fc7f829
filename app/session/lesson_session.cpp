// What a lesson does to the session: its steps set what is shown, and its questions where playing stops.
#include <algorithm>
#include <utility>

#include "app/session/session.h"

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

// How long somebody who walks by looks at a step before it goes on by itself.
double reading_seconds(const lessons::PreparedStep& step) {
  const std::string text = lessons::plain_text(step.text);
  return 4 + 0.3 * static_cast<double>(std::count(text.begin(), text.end(), ' '));
}

}  // namespace

bool Session::lesson_is_shown() const {
  return course_.is_open() && has_trace() && shown_.focus.replay == course_.now().scene->replay;
}

// Nobody steps past a question before it is answered.
std::optional<std::uint64_t> Session::halt() const {
  if (!course_.takes_answer() || course_.guess().answered() || !lesson_is_shown()) return std::nullopt;
  return course_.question()->halt;
}

void Session::wait_for_lesson() {
  if (const Course::News news = course_.wait(); news != Course::News::none) take_lesson(news);
  settle();
}

void Session::apply_to(const OpenLesson& open) { course_.open(open.file, launching_.asked.backend); }

void Session::apply_to(const GoToStep& go) {
  if (!course_.apply(go)) return;
  course_.close_outline();
  show_step();
}

void Session::take_lesson(Course::News news) {
  if (news == Course::News::failed) {
    banner_ = Banner{course_.problem() + (course_.is_open() ? " (the lesson before is open still)" : ""), true};
    return;
  }
  banner_.reset();
  const auto& steps = course_.lesson().lesson.steps;
  const std::string meant = std::exchange(lesson_step_, {});
  const auto found =
      std::find_if(steps.begin(), steps.end(), [&](const lessons::Step& step) { return step.name == meant; });
  if (!meant.empty() && found != steps.end())
    static_cast<void>(course_.apply(GoToStep{static_cast<std::size_t>(found - steps.begin())}));
  show_step();
}

void Session::act_in_lesson(Act act) {
  if (!course_.is_open()) return;
  if (act == Act::lesson_close) task_left_.clear();
  if (course_.apply(act)) return show_step();
  switch (act) {
    case Act::forward:
    case Act::forward_more: return lesson_is_shown() ? course_.come_to(playback_.moment) : void();
    case Act::lesson_on: return go_on();
    case Act::lesson_next: {
      const std::vector<std::string> next = course_.next_files();
      return apply_to(OpenLesson{next.empty() ? course_.file_after() : next.front()});
    }
    case Act::show_why: return show_why();
    default: return;
  }
}

// Everything as the step has it, at its beginning; then it plays, unless it begins with a question.
void Session::show_step() {
  const lessons::PreparedStep& step = course_.now();
  const lessons::Step& written = course_.lesson().lesson.steps[course_.step()];
  if (launching_.recorder.is_busy()) launching_.recorder.cancel();
  const bool same_launch = lesson_is_shown();
  launching_.asked.request = step.situation.request;
  launching_.asked.file.clear();
  launching_.asked.as_ran = step.situation.as_ran;
  show(recorded(step.scene), recorded(step.beside));
  selection_.block = step.block;
  selection_.thread = step.thread;
  selection_.partner = step.partner;
  selection_.only_warp = written.only_warp;
  explaining_.view = {};
  for (const Command& next : explaining_.apply(Explain{step.situation.view}, &shown_.trace().launch())) do_next(next);
  explaining_.choices.limits = {step.situation.gpu, 0};
  explaining_.choices.variable = step.situation.variable;
  playback_.moment = step.from;
  playback_.grain = written.grain;
  playback_.due = shown_for_ = 0;
  playback_.glides = same_launch;
  course_.come_to(step.from);
  playback_.playing = step.from < step.to && !course_.takes_answer();
}

void Session::play_on() {
  if (!playback_.playing && halt() && playback_.moment >= *halt()) return;
  const bool at_end_of_step = lesson_is_shown() && !course_.stop_after(playback_.moment) && !shown_.frame.at_begin;
  if (!playback_.playing && at_end_of_step && course_.now().from < course_.now().to)
    playback_.go_to(course_.now().from, shown_);
  else if (!playback_.playing && shown_.frame.at_end)
    playback_.go_to(0, shown_);
  playback_.playing = !playback_.playing;
  playback_.due = 0;
}

// What a clicker's one button does: whatever comes next.
void Session::go_on() {
  if (!lesson_is_shown()) return show_step();
  const lessons::PreparedStep& step = course_.now();
  if (course_.takes_answer()) return act_in_lesson(Act::reveal);
  const auto stop = course_.stop_after(playback_.moment);
  if (playback_.playing && stop) {
    playback_.apply(Seek{*stop}, shown_);
    return course_.come_to(playback_.moment);
  }
  if (playback_.moment < step.to) return play_on();
  if (course_.apply(GoToStep{course_.step() + 1})) return show_step();
  act_in_lesson(Act::lesson_next);
}

void Session::show_why() {
  const lessons::Asked* const asked = course_.question();
  if (asked == nullptr || !course_.guess().revealed) return;
  const std::uint64_t why = asked->why;
  const auto step = course_.lesson().step_named(asked->why_step);
  if (step && course_.apply(GoToStep{*step})) return show_step();
  if (!lesson_is_shown()) show_step();
  playback_.apply(Seek{why}, shown_);
}

// Nobody is there: each step is read, played, asked and answered, and after the last lesson comes the first.
void Session::go_on_alone(double seconds) {
  if (!course_.loops() || !course_.is_open()) return;
  shown_for_ = playback_.playing || course_.is_preparing() ? 0 : shown_for_ + seconds;
  if (shown_for_ < reading_seconds(course_.now())) return;
  shown_for_ = 0;
  const bool is_last = course_.step() + 1 == course_.lesson().steps.size();
  if (is_last && !course_.takes_answer() && !course_.stop_after(playback_.moment))
    return apply_to(OpenLesson{course_.file_after()});
  go_on();
}

}  // namespace tilescope
