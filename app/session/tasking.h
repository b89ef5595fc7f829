// The task that is open: what is to be done, what was reached by the newest text in which launch, and what of it is
// kept. Knows nothing of playback or typing; the session hands it texts.
#pragma once

#include <atomic>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/tasks/handed_in.h"

namespace tilescope {

class Tasking {
 public:
  enum class News : std::uint8_t { none, opened, failed, judged };

  bool goes_to_missed = false;  // once the launch in which a goal is missed is there
  bool begins = false;          // its first run is on its way
  std::string set_aside;        // the answer, while the solution is shown
  std::string handing_in;       // the file for an answer that is still looked at

  Tasking() = default;
  ~Tasking() { stop(); }
  Tasking(const Tasking&) = delete;
  Tasking& operator=(const Tasking&) = delete;

  // Where answers are kept from one time to the next.
  void use_folder(const std::filesystem::path& folder) { kept_.use_folder(folder); }
  [[nodiscard]] const tasks::KeptAnswers& kept() const { return kept_; }

  // Prepares the task in the background; what is open stays until it is there.
  void open(const std::string& file);
  void close();
  // Takes in what has been prepared, or judged.
  [[nodiscard]] News advance(double seconds);
  [[nodiscard]] News wait();

  [[nodiscard]] bool is_open() const { return task_ != nullptr; }
  [[nodiscard]] const tasks::PreparedTask& task() const { return *task_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }  // of the news that it failed
  // The text to go on with: what was kept of it, or else the one that it begins with.
  [[nodiscard]] std::string text_to_begin() const;

  // Holds this text against the goals, in the background; what was being judged is given up. It is an answer of
  // somebody's own, or the solution.
  void judge(const std::string& text, bool is_own);
  [[nodiscard]] bool is_preparing() const { return preparing_.valid(); }
  [[nodiscard]] double preparing_for() const { return preparing_for_; }  // seconds
  void give_up();                                                        // what is being prepared
  [[nodiscard]] bool is_judging() const { return judging_.valid(); }
  [[nodiscard]] bool is_busy() const { return judging_.valid() || preparing_.valid(); }
  // Of the newest text that was judged; null: none was.
  [[nodiscard]] const tasks::Attempt* attempt() const { return attempt_ ? &*attempt_ : nullptr; }
  [[nodiscard]] bool was_solved() const { return was_solved_; }  // by some text, since it was opened or before
  [[nodiscard]] bool is_solved() const { return attempt_ && attempt_->is_right(); }

  // Which of the launches is on the stage.
  [[nodiscard]] std::size_t launch() const { return launch_; }
  void show_launch(std::size_t launch) { launch_ = launch; }
  // It, as answers to the task are launched, and how far a thread may go there.
  [[nodiscard]] std::shared_ptr<const Launch> launched() const { return {task_, &task_->launches[launch_]}; }
  [[nodiscard]] std::uint64_t most_rounds() const { return task_->most_rounds[launch_]; }
  // A hidden launch is told of once an answer fails there, or is right in all of them.
  [[nodiscard]] bool is_told(std::size_t launch) const;

  [[nodiscard]] std::size_t hints() const { return hints_; }
  void give_hint();
  [[nodiscard]] bool shows_solution() const { return !set_aside.empty(); }  // in place of the answer
  [[nodiscard]] bool solution_was_seen() const { return saw_solution_; }
  void see_solution() { saw_solution_ = true; }

  // The text as it would be handed in.
  [[nodiscard]] tasks::HandedIn handed_in(const std::string& text) const;
  // Keeps it; gives why it could not be written.
  [[nodiscard]] std::string keep(const std::string& text);

 private:
  [[nodiscard]] News look();
  [[nodiscard]] News take(tasks::PreparedTask prepared);
  [[nodiscard]] News take(std::optional<tasks::Attempt> attempt);
  void stop();

  tasks::KeptAnswers kept_;
  std::shared_ptr<const tasks::PreparedTask> task_;
  std::future<tasks::PreparedTask> preparing_;
  std::future<std::optional<tasks::Attempt>> judging_;
  std::shared_ptr<std::atomic<bool>> stop_;
  std::vector<std::future<void>> working_;  // those that were given up come to their end there
  std::optional<tasks::Attempt> attempt_;
  std::string problem_;
  double preparing_for_ = 0;
  std::size_t launch_ = 0, hints_ = 0;
  std::vector<bool> told_;  // by launch
  bool saw_solution_ = false, was_solved_ = false, judges_own_ = true;
};

}  // namespace tilescope
