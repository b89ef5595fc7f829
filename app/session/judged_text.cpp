#include "app/session/judged_text.h"

#include <utility>

#include "app/session/aside.h"
#include "app/session/background.h"
#include "app/session/carried_attempt.h"

namespace tilescope {

namespace {

using Judged = std::optional<tasks::Attempt>;

void judge_text(const AnswerToJudge& asked, const std::function<void(Judged)>& tell,
                const std::function<bool()>& is_wanted) {
  yield_to_frames();
  tell(tasks::judge(*asked.task, asked.text, {.file = {}, .is_wanted = is_wanted}));
}

// Nothing is known of the goals.
tasks::Attempt without_result(const tasks::PreparedTask& task, const std::string& why) {
  tasks::Attempt attempt;
  attempt.problem = why;
  for (const std::string& says : tasks::goals_of(task.task)) attempt.goals.push_back({says, {}, why});
  attempt.launches.assign(task.launches.size(), tasks::Outcome::unknown);
  return attempt;
}

}  // namespace

void JudgedText::begin(std::shared_ptr<const tasks::PreparedTask> task, bool was_solved) {
  end();
  task_ = std::move(task);
  told_.assign(task_->launches.size(), false);
  was_solved_ = was_solved;
}

void JudgedText::end() {
  stop();
  task_.reset();
  attempt_.reset();
}

void JudgedText::stop() {
  for (const auto& each : working_) each->stop();
  judging_ = {};
}

void JudgedText::judge(const std::string& text, bool is_own) {
  judges_own_ = is_own;
  stop();
  auto judged = std::make_shared<std::promise<Judged>>();
  judging_ = judged->get_future();
  working_.push_back(apart::begin<AnswerToJudge, Judged, judge_text>(
      {text, task_},
      {[judged](Judged attempt) { judged->set_value(std::move(attempt)); },
       [judged, task = task_](const std::string& why) { judged->set_value(without_result(*task, why)); }}));
}

bool JudgedText::take() {
  std::erase_if(working_, [](const auto& each) { return each->is_over(); });
  return aside::is_ready(judging_) && take(judging_.get());
}

bool JudgedText::wait() {
  if (is_busy()) aside::wait(judging_);
  return take();
}

bool JudgedText::take(std::optional<tasks::Attempt> attempt) {
  if (!attempt) return false;
  attempt_ = std::move(attempt);
  was_solved_ = was_solved_ || (judges_own_ && attempt_->is_right());
  if (const tasks::Missed* const missed = attempt_->first_missed(); missed != nullptr && attempt_->problem.empty())
    told_[missed->launch] = true;
  if (judges_own_ && attempt_->is_right()) told_.assign(told_.size(), true);
  return true;
}

bool JudgedText::is_told(std::size_t launch) const { return !task_->task.launches[launch].is_hidden || told_[launch]; }

}  // namespace tilescope
