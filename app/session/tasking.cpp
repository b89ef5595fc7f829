#include "app/session/tasking.h"

#include <algorithm>
#include <utility>

#include "app/session/aside.h"
#include "app/session/background.h"

namespace tilescope {

namespace {

// An Error becomes a mistake of the whole file, so that there is one way to tell of both.
tasks::PreparedTask prepared_or_mistake(const std::string& file) {
  try {
    return tasks::prepare(file);
  } catch (const std::exception& error) {
    tasks::PreparedTask failed;
    failed.task.file = file;
    failed.mistakes.push_back({0, "", error.what()});
    return failed;
  }
}

}  // namespace

void Tasking::open(const std::string& file) {
  give_up();
  preparing_ = aside::begin([file] { return prepared_or_mistake(file); });
}

void Tasking::stop() {
  if (stop_) stop_->store(true);
  judging_ = {};
}

void Tasking::give_up() { aside::give_up(std::exchange(preparing_, {})); }

void Tasking::close() {
  stop();
  task_.reset();
  attempt_.reset();
}

Tasking::News Tasking::advance(double seconds) {
  const News news = look();
  preparing_for_ = is_preparing() ? preparing_for_ + std::min(seconds, 0.25) : 0;
  return news;
}

Tasking::News Tasking::look() {
  std::erase_if(working_, aside::is_ready<std::future<void>>);
  if (aside::is_ready(preparing_)) return take(preparing_.get());
  if (aside::is_ready(judging_)) return take(judging_.get());
  return News::none;
}

Tasking::News Tasking::wait() {
  if (preparing_.valid()) return take(aside::result_of(preparing_));
  if (judging_.valid()) return take(aside::result_of(judging_));
  return News::none;
}

Tasking::News Tasking::take(tasks::PreparedTask prepared) {
  if (!prepared.mistakes.empty()) {
    const tasks::Mistake& first = prepared.mistakes.front();
    problem_ = first.line == 0 ? first.what : lessons::words_of(prepared.task.file, first);
    return News::failed;
  }
  close();
  task_ = std::make_shared<const tasks::PreparedTask>(std::move(prepared));
  launch_ = 0;
  told_.assign(task_->launches.size(), false);
  const auto kept = kept_.find(task_->task.name);
  hints_ = kept ? std::min(kept->hints, task_->hints.size()) : 0;
  saw_solution_ = kept && kept->saw_solution;
  was_solved_ = kept && kept->is_done();
  return News::opened;
}

std::string Tasking::text_to_begin() const {
  const auto kept = kept_.find(task_->task.name);
  return kept ? kept->text : task_->task.kernel.text;
}

void Tasking::judge(const std::string& text, bool is_own) {
  if (!is_open()) return;
  judges_own_ = is_own;
  stop();
  stop_ = std::make_shared<std::atomic<bool>>(false);
  tasks::JudgeOptions options;
  options.is_wanted = [stopped = stop_] { return !stopped->load(); };
  auto judged = std::make_shared<std::promise<std::optional<tasks::Attempt>>>();
  judging_ = judged->get_future();
  auto judging = std::make_shared<tasks::Judging>(*task_, text, options);
  working_.push_back(aside::begin_parts([task = task_, judging, judged] {
    yield_to_frames();
    if (judging->go_on()) return true;
    judged->set_value(judging->take());
    return false;
  }));
}

Tasking::News Tasking::take(std::optional<tasks::Attempt> attempt) {
  if (!attempt) return News::none;
  attempt_ = std::move(attempt);
  was_solved_ = was_solved_ || (judges_own_ && attempt_->is_right());
  if (const tasks::Missed* const missed = attempt_->first_missed(); missed != nullptr && attempt_->problem.empty())
    told_[missed->launch] = true;
  if (judges_own_ && attempt_->is_right()) told_.assign(told_.size(), true);
  return News::judged;
}

bool Tasking::is_told(std::size_t launch) const { return !task_->task.launches[launch].is_hidden || told_[launch]; }

void Tasking::give_hint() {
  if (is_open() && hints_ < task_->hints.size()) ++hints_;
}

tasks::HandedIn Tasking::handed_in(const std::string& text) const {
  tasks::HandedIn answer;
  answer.task = task_->task.name;
  answer.version = task_->task.version();
  answer.of = tasks::goals_of(task_->task).size();
  answer.reached = attempt_ ? attempt_->reached() : 0;
  answer.hints = hints_;
  answer.saw_solution = saw_solution_;
  answer.text = text;
  return answer;
}

std::string Tasking::keep(const std::string& text) { return kept_.keep(handed_in(text)); }

}  // namespace tilescope
