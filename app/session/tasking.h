// The open task: its code, the goals that the newest code reaches in each launch, and the saved answer. It does not
// know about playback or typing: the session passes it the code.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "app/session/judged_text.h"
#include "app/session/preparing.h"
#include "app/tasks/handed_in.h"

namespace tilescope {

class Tasking {
 public:
  enum class News : std::uint8_t { none, opened, failed, judged };

  bool goes_to_missed = false;  // once the launch that misses a goal is ready
  bool begins = false;          // its first run is under way
  std::string set_aside;        // the answer, while the solution is shown
  std::string handing_in;       // the file to which the answer will be handed in once it is judged
  struct Help {
    std::size_t hints = 0;
    bool saw_solution = false;
    std::optional<std::uint64_t> hinted_at = {};  // the code's version when the last hint was given
  };
  Help help;

  // The folder of saved answers.
  void use_folder(const std::filesystem::path& folder) { kept_.use_folder(folder); }
  [[nodiscard]] const tasks::KeptAnswers& kept() const { return kept_; }

  // Prepares the task in the background; the open task stays until the new one is ready.
  void open(const std::string& file);
  void give_up() { preparing_.give_up(); }  // the task being prepared
  void close();
  // Takes in a prepared task or a verdict.
  [[nodiscard]] News advance(double seconds);
  [[nodiscard]] News wait();

  [[nodiscard]] const Preparing<tasks::PreparedTask>& preparing() const { return preparing_; }
  [[nodiscard]] bool is_busy() const { return judged_.is_busy() || preparing_.is_busy(); }
  [[nodiscard]] bool is_open() const { return task_ != nullptr; }
  [[nodiscard]] const tasks::PreparedTask& task() const { return *task_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }  // why the last task could not be opened
  // The code to start with: the saved answer, or else the original code.
  [[nodiscard]] std::string text_to_begin() const;

  // Judges this code against the goals in the background. `is_own`: the code is the student's answer, not the solution.
  void judge(const std::string& text, bool is_own);
  [[nodiscard]] const JudgedText& judged() const { return judged_; }

  // The index of the launch on the stage.
  [[nodiscard]] std::size_t launch() const { return launch_; }
  void show_launch(std::size_t launch) { launch_ = launch; }
  // The request for that launch of an answer, and the limit on iterations of a thread's loops.
  [[nodiscard]] std::shared_ptr<const Launch> launched() const { return {task_, &task_->launches[launch_]}; }
  [[nodiscard]] std::uint64_t most_rounds() const { return task_->most_rounds[launch_]; }

  void give_hint();
  [[nodiscard]] bool shows_solution() const { return !set_aside.empty(); }  // in place of the answer

  // The answer in the form in which it is handed in.
  [[nodiscard]] tasks::HandedIn handed_in(const std::string& text) const;
  // Saves the answer; returns the reason for a failure.
  [[nodiscard]] std::string keep(const std::string& text);

 private:
  [[nodiscard]] News take(tasks::PreparedTask prepared);

  tasks::KeptAnswers kept_;
  std::shared_ptr<const tasks::PreparedTask> task_;
  Preparing<tasks::PreparedTask> preparing_;
  JudgedText judged_;
  std::string problem_;
  std::size_t launch_ = 0;
};

}  // namespace tilescope
