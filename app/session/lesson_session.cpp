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
  recorded.product = scene->product;
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
  return course_.is_open() && has_trace() && shown_.replay == course_.now().scene->replay;
}

void Session::wait_for_lesson() {
  if (const Course::News news = course_.wait(); news != Course::News::none) take_lesson(news);
}

void Session::apply_to(const OpenLesson& open) { course_.open(open.file, asked_.backend); }

void Session::apply_to(const Pick& pick) {
  if (!course_.is_open()) return;
  if (pick.act == Act::vote) return course_.answer(std::to_string(pick.number + 1));
  if (pick.act != Act::pick_step || !course_.go_to(pick.number)) return;
  outline_ = false;
  show_step();
}

void Session::apply_to(const Answer& answer) {
  if (!takes_answer()) return;
  course_.answer(answer.text);
  refresh();
}

void Session::apply_to(const TypeAnswer& type) {
  if (course_.is_open()) course_.type(type.letter);
}

void Session::take_lesson(Course::News news) {
  if (news == Course::News::failed) {
    banner_ = Banner{course_.problem() + (course_.is_open() ? " (the lesson before is open still)" : ""), true};
    return;
  }
  banner_.reset();
  outline_ = false;
  if (news == Course::News::opened) lesson_for_ = 0;
  show_step();
}

void Session::act_in_lesson(Act act) {
  if (!course_.is_open()) return;
  switch (act) {
    case Act::lesson_on: return go_on();
    case Act::lesson_back:
      if (course_.step() == 0 || !course_.go_to(course_.step() - 1)) return;
      return show_step();
    case Act::lesson_again: static_cast<void>(course_.go_to(course_.step())); return show_step();
    case Act::lesson_restart:
      static_cast<void>(course_.go_to(0));
      lesson_for_ = 0;
      return show_step();
    case Act::lesson_outline: outline_ = !outline_; return;
    case Act::lesson_close:
      course_.close();
      outline_ = false;
      return refresh();
    case Act::lesson_next: {
      const std::vector<std::string> next = course_.next_files();
      return apply_to(OpenLesson{next.empty() ? course_.file_after() : next.front()});
    }
    case Act::reveal:
      // A number that was typed is the answer; without one it is simply told.
      if (takes_answer() && !course_.guess().typed.empty()) return apply_to(Answer{course_.guess().typed});
      if (takes_answer()) course_.reveal();
      return refresh();
    case Act::show_why: return show_why();
    default: return;
  }
}

// Everything as the step has it, at its beginning; then it plays, unless it begins with a question.
void Session::show_step() {
  const lessons::PreparedStep& step = course_.now();
  const lessons::Step& written = course_.lesson().lesson.steps[course_.step()];
  if (recorder_.is_busy()) recorder_.cancel();
  const std::vector<TileWindow> windows = frame_.windows;
  const bool same_launch = lesson_is_shown();
  shown_ = recorded(step.scene);
  beside_ = recorded(step.beside);
  asked_.request = step.situation.request;
  asked_.file.clear();
  forget_selection();
  block_ = step.block;
  thread_ = step.thread;
  partner_ = step.partner;
  explanation_ = Explanation::none;
  // A lesson's loops make the product that its launch makes, in blocks as wide as its tiles.
  if (const Launch& launch = replay().trace().launch(); step.situation.view == Explanation::cpu) {
    const auto side = [](std::int64_t sides) { return static_cast<std::int32_t>(std::min<std::int64_t>(sides, 64)); };
    apply_to(UseLoops{{side(launch.m), side(launch.n), side(launch.k), std::max(launch.tile, 1)}, {}});
    loops_choice_.place.reset();
  }
  show(step.situation.view);
  limits_choice_ = {step.situation.gpu, 0};
  timeline_ = {0, static_cast<double>(replay().order().step_count())};
  playback_ = {step.from, written.grain, false};
  due_ = shown_for_ = 0;
  refresh();
  if (same_launch) start_slide(windows);
  course_.come_to(step.from);
  playback_.playing = step.from < step.to && !takes_answer();
}

void Session::play_on() {
  const bool waits = takes_answer() && !course_.guess().answered() && lesson_is_shown();
  if (!playback_.playing && waits && playback_.moment >= course_.question()->halt) return;
  const bool at_end_of_step = lesson_is_shown() && !course_.stop_after(playback_.moment) && !frame_.at_begin;
  if (!playback_.playing && at_end_of_step && course_.now().from < course_.now().to)
    go_to(course_.now().from);
  else if (!playback_.playing && frame_.at_end)
    go_to(0);
  playback_.playing = !playback_.playing;
  due_ = 0;
}

// What a clicker's one button does: whatever comes next.
void Session::go_on() {
  if (!lesson_is_shown()) return show_step();
  const lessons::PreparedStep& step = course_.now();
  if (takes_answer()) return act_in_lesson(Act::reveal);
  const auto stop = course_.stop_after(playback_.moment);
  if (playback_.playing && stop) {
    playback_.playing = false;
    go_to(*stop);
    return course_.come_to(playback_.moment);
  }
  if (playback_.moment < step.to) return play_on();
  if (course_.go_to(course_.step() + 1)) return show_step();
  act_in_lesson(Act::lesson_next);
}

void Session::show_why() {
  const lessons::Asked* const asked = course_.question();
  if (asked == nullptr || !course_.guess().revealed) return;
  const auto step = course_.lesson().step_named(asked->why_step);
  if (step && course_.go_to(*step)) return show_step();
  if (!lesson_is_shown()) show_step();
  playback_.playing = false;
  go_to(asked->why);
}

// Nobody is there: each step is read, played, asked and answered, and after the last lesson comes the first.
void Session::loop(double seconds) {
  shown_for_ = playback_.playing || course_.is_preparing() ? 0 : shown_for_ + seconds;
  if (shown_for_ < reading_seconds(course_.now())) return;
  shown_for_ = 0;
  const bool is_last = course_.step() + 1 == course_.lesson().steps.size();
  if (is_last && !takes_answer() && !course_.stop_after(playback_.moment))
    return apply_to(OpenLesson{course_.file_after()});
  go_on();
}

Links Session::lit_links() const {
  Links links;
  links.block = block_;
  for (const Target& target : course_.lit()) {
    if (target.kind == Target::Kind::element) links.elements.push_back({target.array, target.number});
    if (target.kind == Target::Kind::line) links.lines.push_back(target.number);
    if (target.kind == Target::Kind::thread) links.threads.push_back(target.number);
    if (target.kind == Target::Kind::block) links.blocks.push_back(target.number);
  }
  const auto sort_once = [](auto& all) {
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
  };
  sort_once(links.elements);
  sort_once(links.lines);
  sort_once(links.threads);
  sort_once(links.blocks);
  return links;
}

}  // namespace tilescope
