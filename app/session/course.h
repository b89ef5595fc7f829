// The open lesson: its current step, the guesses, and whether its file has changed. It does not know about playback:
// the session asks it where to stop.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "app/command/command.h"
#include "app/lessons/prepare.h"
#include "app/session/preparing.h"

namespace tilescope {

// The reader's or the class's guess for the question of this step.
struct Guess {
  bool open = false;  // playback waits for an answer
  bool revealed = false;
  std::array<int, 4> votes{};
  std::string typed;          // a number that is being typed
  std::string answer;         // the answer; with votes, the most popular choice
  std::optional<bool> right;  // empty: not answered, or no choice has the most votes

  [[nodiscard]] int all_votes() const { return std::accumulate(votes.begin(), votes.end(), 0); }
  [[nodiscard]] bool has_votes() const { return all_votes() > 0; }
  // The choices that share the most votes; none if there are no votes, or one choice has more than the others.
  [[nodiscard]] std::vector<std::string> tied(const std::vector<std::string>& choices) const;
  [[nodiscard]] bool answered() const { return revealed || has_votes(); }
};

class Course {
 public:
  enum class News : std::uint8_t { none, opened, followed, reloaded, failed };  // followed: after another lesson

  std::vector<std::string> tasks;  // the files of the lesson's tasks, in order
  std::string task_left;           // the file of the task that opened the lesson and to which the reader returns
  struct Left {                    // the reader's own kernel, which the lesson has replaced on the stage
    std::string called;
    Command back;
  };
  std::optional<Left> left;
  struct Meant {       // where the lesson opens
    std::string step;  // by name or number; empty: at its beginning
    std::optional<std::uint64_t> moment;
  } meant;
  bool outline = false;  // whether the outline is shown
  double open_for = 0;   // seconds since it was opened or restarted
  struct Loop {
    bool is_on = false;    // lessons play by themselves, one after another
    double shown_for = 0;  // seconds since the step stopped moving
  };
  Loop loop;

  // Prepares the lesson in the background; the open lesson stays until the new one is ready.
  void open(const std::string& file, const std::string& backend);
  void close();
  void give_up() { preparing_.give_up(); }  // the lesson being prepared
  // Takes in a prepared lesson, and checks twice a second whether the open file was saved.
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
  [[nodiscard]] const std::string& problem() const { return problem_; }  // why the last lesson could not be opened
  // The highlighted places: those named in the text, or after the reveal, in the answer.
  [[nodiscard]] const std::vector<Target>& lit() const;

  // Does nothing without an open lesson. True if a step has to be shown, even the same one.
  bool apply(const GoToStep& go);
  bool restart();  // from the first step
  // Reveals the answer. A typed number is first taken as the guess.
  void reveal();
  // The votes of a class are counted; a lone reader's choice is the answer.
  void apply(const Vote& vote, bool of_class);
  void apply(const Answer& answer, bool of_class);
  void apply(const TypeAnswer& type);

  // Whether letters, digits or a click answer a question now.
  [[nodiscard]] bool takes_answer() const { return is_open() && guess_.open; }
  [[nodiscard]] bool asks_for_click() const;
  // Where playback from this moment must stop: at the question or the step's end; empty: nowhere.
  [[nodiscard]] std::optional<std::uint64_t> stop_after(std::uint64_t moment) const;
  // Opens the question if playback has reached it.
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

// The files of the lessons that this lesson names as next.
[[nodiscard]] std::vector<std::string> next_files(const lessons::Lesson& lesson);
// The file of the lesson with the next number; the last lesson is followed by the first.
[[nodiscard]] std::string file_after(const lessons::Lesson& lesson);

}  // namespace tilescope
