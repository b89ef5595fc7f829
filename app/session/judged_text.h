// Which goals of the open task the newest code reaches; judged in the background.
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/apart/apart.h"
#include "app/tasks/handed_in.h"

namespace tilescope {

class JudgedText {
 public:
  ~JudgedText() { stop(); }

  // Another task is open; it may already be solved.
  void begin(std::shared_ptr<const tasks::PreparedTask> task, bool was_solved);
  void end();
  // Judges this code against the goals and cancels the previous judging. `is_own`: the code is the student's answer,
  // not the solution.
  void judge(const std::string& text, bool is_own);
  [[nodiscard]] bool is_busy() const { return judging_.valid(); }
  // Takes in a finished verdict; true if there was one.
  bool take();
  bool wait();

  // The verdict on the code that was judged last; null: none.
  [[nodiscard]] const tasks::Attempt* attempt() const { return attempt_ ? &*attempt_ : nullptr; }
  [[nodiscard]] bool was_solved() const { return was_solved_; }  // by any answer, now or earlier
  [[nodiscard]] bool is_solved() const { return attempt_ && attempt_->is_right(); }
  // A hidden launch is revealed once an answer fails there first, or is right in all launches.
  [[nodiscard]] bool is_told(std::size_t launch) const;

 private:
  bool take(std::optional<tasks::Attempt> attempt);
  void stop();

  std::shared_ptr<const tasks::PreparedTask> task_;
  std::future<std::optional<tasks::Attempt>> judging_;
  std::vector<std::unique_ptr<apart::Running>> working_;  // the last judging, and cancelled ones, which finish here
  std::optional<tasks::Attempt> attempt_;
  std::vector<bool> told_;  // by launch
  bool was_solved_ = false, judges_own_ = true;
};

}  // namespace tilescope
