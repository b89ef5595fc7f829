// The lesson that is open: where in it we are, what was guessed, and whether its file has changed meanwhile. Knows
// nothing of playback; the session asks it where to stop.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/command/command.h"
#include "app/lessons/prepare.h"
#include "app/session/preparing.h"

namespace tilescope {

// What the class has said to the question of this step.
struct Guess {
  bool open = false;  // playback waits for an answer
  bool revealed = false;
  std::array<int, 4> votes{};
  std::string typed;          // a number that is being typed
  std::string answer;         // what was answered; of votes, what most are for
  std::optional<bool> right;  // nothing: nobody has answered

  [[nodiscard]] bool has_votes() const { return votes != std::array<int, 4>{}; }
  [[nodiscard]] bool answered() const { return revealed || has_votes(); }
};

class Course {
 public:
  enum class News : std::uint8_t { none, opened, reloaded, failed };

  std::vector<std::string> tasks;  // the files of those that belong to the lesson, in the order to do them
  std::string task_left;           // the file of the task from which the lesson was opened, and to which one goes back
  std::string step_meant;          // the bookmark of its step that is meant there
  bool outline = false;            // is shown
  double open_for = 0;             // seconds since it was opened, or begun again
  struct Loop {
    bool is_on = false;    // lessons go on by themselves, one after the other
    double shown_for = 0;  // seconds that a step has stood still
  };
  Loop loop;

  // Prepares the lesson in the background; what is open stays until it is there.
  void open(const std::string& file, const std::string& backend);
  void close();
  void give_up() { preparing_.give_up(); }  // what is being prepared
  // Takes in what has been prepared, and twice a second looks whether the open file was saved anew.
  [[nodiscard]] News advance(double seconds);
  [[nodiscard]] News wait();

  [[nodiscard]] bool is_open() const { return lesson_ != nullptr; }
  [[nodiscard]] const Preparing<lessons::Prepared>& preparing() const { return preparing_; }
  [[nodiscard]] bool comes_from_task() const { return !task_left.empty(); }
  [[nodiscard]] const lessons::Prepared& lesson() const { return *lesson_; }
  [[nodiscard]] std::size_t step() const { return step_; }
  [[nodiscard]] const lessons::PreparedStep& now() const { return lesson_->steps[step_]; }
  [[nodiscard]] const lessons::Asked* question() const { return now().question ? &*now().question : nullptr; }
  [[nodiscard]] const Guess& guess() const { return guess_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }  // of the news that it failed
  // What is to be lit: what the text names, or once it is revealed, what the answer names.
  [[nodiscard]] const std::vector<Target>& lit() const;

  // Does nothing where no lesson is open. True: another step is to be shown, or this one again.
  bool apply(const GoToStep& go);
  bool restart();  // from the first step
  // The answer: a number that was typed is taken as one first.
  void reveal();
  void apply(const Vote& vote);
  void apply(const Answer& answer);
  void apply(const TypeAnswer& type);

  // Whether letters and digits answer a question now, or a click does.
  [[nodiscard]] bool takes_answer() const { return is_open() && guess_.open; }
  [[nodiscard]] bool asks_for_click() const;
  // Where playing from this moment has to stop: at the question, at the end of the step; nothing: nowhere.
  [[nodiscard]] std::optional<std::uint64_t> stop_after(std::uint64_t moment) const;
  // Opens the question where playback has come to it.
  void come_to(std::uint64_t moment);

 private:
  void look_at_file(double seconds);
  [[nodiscard]] News take(lessons::Prepared prepared);
  void judge(const std::string& answer, bool is_right);
  void tell();

  std::shared_ptr<const lessons::Prepared> lesson_;
  std::size_t step_ = 0;
  Guess guess_;
  std::string backend_, problem_;
  std::filesystem::file_time_type saved_{};
  double until_look_ = 0;  // seconds
  Preparing<lessons::Prepared> preparing_;
};

// The files of the lessons that this one names to go on with.
[[nodiscard]] std::vector<std::string> next_files(const lessons::Lesson& lesson);
// The file of the lesson after it by number, from the last one to the first.
[[nodiscard]] std::string file_after(const lessons::Lesson& lesson);

}  // namespace tilescope
