#include "app/session/course.h"

#include <algorithm>
#include <utility>

#include "app/lessons/library.h"
#include "app/session/carried_lesson.h"
#include "app/tasks/task_file.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace {

namespace fs = std::filesystem;

constexpr double look_seconds = 0.5;
constexpr std::size_t longest_number = 12;

fs::file_time_type saved_at(const std::string& file) {
  std::error_code error;
  const fs::file_time_type time = fs::last_write_time(file, error);
  return error ? fs::file_time_type{} : time;
}

// A mistake of the whole file, so that an Error and a mistake are reported in the same way.
lessons::Prepared failed_lesson(const std::string& file, const std::string& why) {
  lessons::Prepared failed;
  failed.lesson.file = file;
  failed.mistakes.push_back({0, "", why});
  return failed;
}

struct LessonToPrepare {
  std::string file, backend;
  std::shared_ptr<lessons::Scenes> scenes;  // not carried to a worker, which has none yet
};

void prepare_lesson(const LessonToPrepare& asked, const std::function<void(lessons::Prepared)>& tell,
                    const apart::Wanted&) {
  const auto scenes = asked.scenes != nullptr ? asked.scenes : std::make_shared<lessons::Scenes>(asked.backend);
  try {
    tell(lessons::prepare(asked.file, scenes));
  } catch (const std::exception& error) {
    tell(failed_lesson(asked.file, error.what()));
  }
}

}  // namespace

template <>
struct Carried<LessonToPrepare> {
  template <class Way>
  static void pass(Way& way, LessonToPrepare& asked) {
    apart::pass_all(way, asked.file, asked.backend);
  }
};

void Course::open(const std::string& file, const std::string& backend) {
  const bool same_file = lesson_ != nullptr && lesson_->lesson.file == file;
  // If only the text of an open lesson has changed, its launches are not recorded again.
  auto scenes = same_file && backend == backend_ ? lesson_->scenes : std::make_shared<lessons::Scenes>(backend);
  if (preparing_.is_busy()) scenes = std::make_shared<lessons::Scenes>(backend);  // preparing_ may still use the others
  backend_ = backend;
  saved_ = saved_at(file);
  preparing_.begin<LessonToPrepare, prepare_lesson>(
      {file, backend, scenes}, [file](const std::string& why) { return failed_lesson(file, why); });
}

void Course::close() {
  give_up();
  lesson_.reset();
  tasks.clear();
  guess_ = {};
  outline = false;
  step_ = 0;
}

Course::News Course::advance(double seconds) {
  if (is_open()) open_for += seconds;
  News news = News::none;
  if (auto prepared = preparing_.take())
    news = take(std::move(*prepared));
  else if (!preparing_.is_busy())
    look_at_file(seconds);
  preparing_.count(seconds);
  return news;
}

void Course::look_at_file(double seconds) {
  until_look_ -= seconds;
  if (lesson_ == nullptr || until_look_ > 0) return;
  until_look_ = look_seconds;
  const fs::file_time_type saved = saved_at(lesson_->lesson.file);
  if (saved != saved_ && saved != fs::file_time_type{}) open(lesson_->lesson.file, backend_);
}

Course::News Course::wait() {
  auto prepared = preparing_.wait();
  return prepared ? take(std::move(*prepared)) : News::none;
}

// A user's folder may contain anything.
std::vector<std::string> tasks_of(const lessons::Lesson& lesson) try {
  return tilescope::tasks::tasks_of_lesson(lessons::folder_beside(lesson.file, "tasks"), lesson.name);
} catch (const UsageError&) {
  return {};
}

Course::News Course::take(lessons::Prepared prepared) {
  if (!prepared.mistakes.empty()) {
    const lessons::Mistake& first = prepared.mistakes.front();
    problem_ = first.line == 0 ? first.what : words_of(prepared.lesson.file, first);
    if (prepared.mistakes.size() > 1)
      problem_ +=
          " (and " + std::to_string(prepared.mistakes.size() - 1) + " more: tilescope lessons --validate lists them)";
    return News::failed;
  }
  const bool same = lesson_ != nullptr && lesson_->lesson.file == prepared.lesson.file;
  // Finds the step that was open by its name, if it has one, because steps may have been inserted before it.
  std::size_t step = 0;
  if (same) {
    step = std::min(step_, prepared.steps.size() - 1);
    if (const auto named = prepared.step_named(lesson_->lesson.steps[step_].name)) step = *named;
  }
  const News opened = lesson_ == nullptr ? News::opened : News::followed;
  lesson_ = std::make_shared<const lessons::Prepared>(std::move(prepared));
  tasks = tasks_of(lesson_->lesson);
  outline = false;
  if (!same) open_for = 0;
  static_cast<void>(apply(GoToStep{step}));
  return same ? News::reloaded : opened;
}

const std::vector<Target>& Course::lit() const {
  const lessons::Asked* const asked = question();
  return asked != nullptr && guess_.revealed && !asked->shows.empty() ? asked->shows : now().lit;
}

bool Course::apply(const GoToStep& go) {
  if (lesson_ == nullptr || go.step >= lesson_->steps.size()) return false;
  step_ = go.step;
  guess_ = {};
  return true;
}

bool Course::restart() {
  open_for = 0;
  return apply(GoToStep{0});
}

void Course::reveal() {
  if (guess_.open && !guess_.typed.empty())
    apply(Answer{guess_.typed}, false);
  else if (guess_.open)
    tell();
}

std::optional<std::uint64_t> Course::stop_after(std::uint64_t moment) const {
  const lessons::Asked* const asked = question();
  if (asked != nullptr && !guess_.answered() && moment <= asked->halt) return asked->halt;
  if (moment < now().to) return now().to;
  return std::nullopt;
}

void Course::come_to(std::uint64_t moment) {
  const lessons::Asked* const asked = question();
  if (asked != nullptr && !guess_.answered() && moment >= asked->halt) guess_.open = true;
}

bool Course::asks_for_click() const {
  return takes_answer() && question() != nullptr && question()->form == lessons::Question::Form::click;
}

std::vector<std::string> Guess::tied(const std::vector<std::string>& choices) const {
  const int most = *std::max_element(votes.begin(), votes.end());
  std::vector<std::string> leading;
  for (std::size_t n = 0; n < std::min(choices.size(), votes.size()) && most > 0; ++n)
    if (votes[n] == most) leading.push_back(choices[n]);
  return leading.size() > 1 ? leading : std::vector<std::string>{};
}

// The class's answer is the choice with the most votes.
void Course::apply(const Vote& vote, bool of_class) {
  const lessons::Asked* const asked = is_open() ? question() : nullptr;
  if (asked == nullptr || !guess_.open || guess_.revealed || asked->form != lessons::Question::Form::choice) return;
  if (vote.choice >= std::min(asked->choices.size(), guess_.votes.size())) return;
  if (!of_class) {
    guess_.votes = {};  // of a class whose presenter has left the mode
    return judge(asked->choices[vote.choice], vote.choice == asked->right_choice);
  }
  ++guess_.votes[vote.choice];
  const auto most = std::max_element(guess_.votes.begin(), guess_.votes.end()) - guess_.votes.begin();
  const bool is_tie = !guess_.tied(asked->choices).empty();
  guess_.answer = is_tie ? "" : asked->choices[static_cast<std::size_t>(most)];
  guess_.right = is_tie ? std::nullopt : std::optional(static_cast<std::size_t>(most) == asked->right_choice);
}

void Course::apply(const Answer& answer, bool of_class) {
  const lessons::Asked* const asked = is_open() ? question() : nullptr;
  if (asked == nullptr || !guess_.open || guess_.revealed) return;
  if (const auto* const target = std::get_if<Target>(&answer.given))
    return judge(lessons::name_of(*now().scene, *target), accepts(*asked, *target));
  const std::string& text = std::get<std::string>(answer.given);
  if (text.empty()) return;
  if (asked->form != lessons::Question::Form::choice) return judge(text, accepts(*asked, text));
  if (text.size() == 1 && text[0] >= '1') apply(Vote{static_cast<std::size_t>(text[0] - '1')}, of_class);
}

void Course::judge(const std::string& answer, bool is_right) {
  guess_.answer = answer;
  guess_.right = is_right;
  tell();
}

void Course::apply(const TypeAnswer& type) {
  if (!guess_.open || guess_.revealed) return;
  if (type.letter == '\b') {
    if (!guess_.typed.empty()) guess_.typed.pop_back();
  } else if (guess_.typed.size() < longest_number) {
    guess_.typed += type.letter;
  }
}

void Course::tell() {
  if (question() == nullptr) return;
  guess_.open = false;
  guess_.revealed = true;
}

std::vector<std::string> next_files(const lessons::Lesson& lesson) {
  std::vector<std::string> files;
  const fs::path folder = fs::path(lesson.file).parent_path();
  for (const lessons::Written& next : lesson.next) {
    try {
      files.push_back(lessons::find_lesson(folder, next.text));
    } catch (const Error&) {  // a user's lesson may name a lesson in another folder
    }
  }
  return files;
}

std::string file_after(const lessons::Lesson& lesson) {
  const auto all = lessons::all_lessons(fs::path(lesson.file).parent_path());
  const auto here = std::find_if(all.begin(), all.end(),
                                 [&](const lessons::ReadLesson& each) { return each.lesson.name == lesson.name; });
  if (here == all.end()) return lesson.file;
  return std::next(here) == all.end() ? all.front().lesson.file : std::next(here)->lesson.file;
}

}  // namespace tilescope
