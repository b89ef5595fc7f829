// An answer to a task, judged against its goals in all launches.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/tasks/prepared_task.h"
#include "instrumentation/analysis/hazards.h"

namespace tilescope::tasks {

// The access to show, valid in any replay order of the launch.
struct Sight {
  Access access;
  std::optional<std::pair<std::size_t, std::uint32_t>> element = {};  // the array and element, if one is meant
  bool hangs_on_order = false;                                        // visible only as threads ran
  std::string view = {};                                              // the view that explains it; empty: none
};

// Where a goal is first missed, and why.
struct Missed {
  std::size_t launch = 0;
  std::string why;                           // "96 global loads, and should be at most 64"
  std::optional<std::uint32_t> line = {};    // the line of the text mainly responsible
  std::optional<std::uint64_t> moment = {};  // when it is visible
  bool is_of_text = false;                   // a fault of the text in every launch: a missing line or comment
  std::optional<Sight> sight = {};

  // Whether there is a place to go to.
  [[nodiscard]] bool can_be_seen() const { return !is_of_text && (moment || sight); }
};

struct Reached {
  std::string says;              // the goal
  std::optional<Missed> missed;  // empty: no launch misses it
  std::string open = {};         // why it does not count as reached yet

  [[nodiscard]] bool is_known() const { return open.empty(); }
  [[nodiscard]] bool is_reached() const { return is_known() && !missed; }
};

// The outcome of an answer in one launch.
enum class Outcome : std::uint8_t { unknown, reached, missed };

struct Attempt {
  std::string problem;            // why the answer cannot run; then no goal is reached
  std::string note;               // says that a change has no effect
  std::vector<Reached> goals;     // as many as goals_of the task
  std::vector<Outcome> launches;  // one for each of the task's launches, if it was run here

  [[nodiscard]] std::size_t reached() const;
  [[nodiscard]] Outcome outcome(std::size_t launch) const {
    return launch < launches.size() ? launches[launch] : Outcome::unknown;
  }
  [[nodiscard]] bool is_right() const { return problem.empty() && reached() == goals.size(); }
  // The first missed goal in the order of launches; null if all are reached.
  [[nodiscard]] const Missed* first_missed() const;
};

// Every task's common goals come first, then its own.
inline constexpr std::size_t usual_goals = 3;
// All goals in words: the common ones and the task's own.
[[nodiscard]] std::vector<std::string> goals_of(const Task& task);
// A launch in words: "in 64, out 2, grid 2, block 32".
[[nodiscard]] std::string launch_words(const PreparedTask& task, std::size_t launch);

struct JudgeOptions {
  std::string file;                               // the answer's name in messages; empty: the task's
  std::uint64_t memory = std::uint64_t{1} << 29;  // bytes that a trace may take
  std::function<bool()> is_wanted;                // asked now and then; empty: always wanted
};
// Empty if it was no longer wanted.
[[nodiscard]] std::optional<Attempt> judge(const PreparedTask& task, const std::string& text,
                                           const JudgeOptions& options = {});

// The same with a pause after each launch, for callers with other work.
class Judging {
 public:
  // The task has to outlive the judging.
  Judging(const PreparedTask& task, std::string text, JudgeOptions options);
  ~Judging();
  Judging(const Judging&) = delete;
  Judging& operator=(const Judging&) = delete;

  [[nodiscard]] bool go_on();                   // judges the next launch; false: none left
  [[nodiscard]] std::optional<Attempt> take();  // once none is left

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tilescope::tasks
