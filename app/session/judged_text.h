// How far the newest text reaches the goals of the task that is open, found out beside the frames.
#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/tasks/handed_in.h"

namespace tilescope {

class JudgedText {
 public:
  ~JudgedText() { stop(); }

  // Another task is open, which was solved before or was not.
  void begin(std::shared_ptr<const tasks::PreparedTask> task, bool was_solved);
  void end();
  // Holds this text against the goals; what was being judged is given up. It is an answer of somebody's own, or the
  // solution.
  void judge(const std::string& text, bool is_own);
  [[nodiscard]] bool is_busy() const { return judging_.valid(); }
  // Takes in what was found out. True where that is now.
  bool take();
  bool wait();

  // Of the newest text that was judged; null: none was.
  [[nodiscard]] const tasks::Attempt* attempt() const { return attempt_ ? &*attempt_ : nullptr; }
  [[nodiscard]] bool was_solved() const { return was_solved_; }  // by some text, since it was opened or before
  [[nodiscard]] bool is_solved() const { return attempt_ && attempt_->is_right(); }
  // A hidden launch is told of once an answer fails there, or is right in all of them.
  [[nodiscard]] bool is_told(std::size_t launch) const;

 private:
  bool take(std::optional<tasks::Attempt> attempt);
  void stop();

  std::shared_ptr<const tasks::PreparedTask> task_;
  std::future<std::optional<tasks::Attempt>> judging_;
  std::shared_ptr<std::atomic<bool>> stop_;
  std::vector<std::future<void>> working_;  // those that were given up come to their end there
  std::optional<tasks::Attempt> attempt_;
  std::vector<bool> told_;  // by launch
  bool was_solved_ = false, judges_own_ = true;
};

}  // namespace tilescope
