#include "app/session/judged_text.h"

#include <utility>

#include "app/session/aside.h"
#include "app/session/background.h"

namespace tilescope {

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
  if (stop_) stop_->store(true);
  judging_ = {};
}

void JudgedText::judge(const std::string& text, bool is_own) {
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

bool JudgedText::take() {
  std::erase_if(working_, aside::is_ready<std::future<void>>);
  return aside::is_ready(judging_) && take(judging_.get());
}

bool JudgedText::wait() { return is_busy() && take(aside::result_of(judging_)); }

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
