// The task that is open: what is to be done, what was reached by the newest text in which launch, and what of it is
// kept. Knows nothing of playback or typing; the session hands it texts.
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

  bool goes_to_missed = false;  // once the launch in which a goal is missed is there
  bool begins = false;          // its first run is on its way
  std::string set_aside;        // the answer, while the solution is shown
  std::string handing_in;       // the file for an answer that is still looked at
  struct Help {
    std::size_t hints = 0;
    bool saw_solution = false;
  };
  Help help;

  // Where answers are kept from one time to the next.
  void use_folder(const std::filesystem::path& folder) { kept_.use_folder(folder); }
  [[nodiscard]] const tasks::KeptAnswers& kept() const { return kept_; }

  // Prepares the task in the background; what is open stays until it is there.
  void open(const std::string& file);
  void give_up() { preparing_.give_up(); }  // what is being prepared
  void close();
  // Takes in what has been prepared, or judged.
  [[nodiscard]] News advance(double seconds);
  [[nodiscard]] News wait();

  [[nodiscard]] const Preparing<tasks::PreparedTask>& preparing() const { return preparing_; }
  [[nodiscard]] bool is_busy() const { return judged_.is_busy() || preparing_.is_busy(); }
  [[nodiscard]] bool is_open() const { return task_ != nullptr; }
  [[nodiscard]] const tasks::PreparedTask& task() const { return *task_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }  // of the news that it failed
  // The text to go on with: what was kept of it, or else the one that it begins with.
  [[nodiscard]] std::string text_to_begin() const;

  // Holds this text against the goals, in the background. It is an answer of somebody's own, or the solution.
  void judge(const std::string& text, bool is_own);
  [[nodiscard]] const JudgedText& judged() const { return judged_; }

  // Which of the launches is on the stage.
  [[nodiscard]] std::size_t launch() const { return launch_; }
  void show_launch(std::size_t launch) { launch_ = launch; }
  // It, as answers to the task are launched, and how far a thread may go there.
  [[nodiscard]] std::shared_ptr<const Launch> launched() const { return {task_, &task_->launches[launch_]}; }
  [[nodiscard]] std::uint64_t most_rounds() const { return task_->most_rounds[launch_]; }

  void give_hint();
  [[nodiscard]] bool shows_solution() const { return !set_aside.empty(); }  // in place of the answer

  // The text as it would be handed in.
  [[nodiscard]] tasks::HandedIn handed_in(const std::string& text) const;
  // Keeps it; gives why it could not be written.
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
