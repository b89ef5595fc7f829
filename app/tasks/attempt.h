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

// An access that shows a miss, valid for every replay order of the launch.
struct Sight {
  Access access;
  std::optional<std::pair<std::size_t, std::uint32_t>> element = {};  // the array and the element, if one is meant
  bool hangs_on_order = false;                                        // visible only in the order in which threads ran
  std::string view = {};  // the name of the view that explains it; empty: none
};

// The first place where a goal is missed, and why.
struct Missed {
  std::size_t launch = 0;
  std::string why;                           // "96 global loads; should be at most 64"
  std::optional<std::uint32_t> line = {};    // the line of the source that is mainly responsible
  std::optional<std::uint64_t> moment = {};  // when the miss is visible
  bool is_of_text = false;                   // a fault of the source itself, such as a missing line or comment
  std::optional<Sight> sight = {};

  // Whether there is a place to go to.
  [[nodiscard]] bool can_be_seen() const { return !is_of_text && (moment || sight); }
};

struct Reached {
  std::string says;              // the goal
  std::optional<Missed> missed;  // empty if no launch misses it
  std::string open = {};         // why the goal does not count as reached yet

  [[nodiscard]] bool is_known() const { return open.empty(); }
  [[nodiscard]] bool is_reached() const { return is_known() && !missed; }
};

// The result of an answer in one launch.
enum class Outcome : std::uint8_t { unknown, reached, missed };

struct Attempt {
  std::string problem;            // why the answer cannot run; then no goal is reached
  std::string note;               // about a change that has no effect
  std::vector<Reached> goals;     // in the order of goals_of
  std::vector<Outcome> launches;  // by launch of the task; unknown if it was not run

  [[nodiscard]] std::size_t reached() const;
  [[nodiscard]] Outcome outcome(std::size_t launch) const {
    return launch < launches.size() ? launches[launch] : Outcome::unknown;
  }
  [[nodiscard]] bool is_right() const { return problem.empty() && reached() == goals.size(); }
  // The missed goal with the first launch; null if no goal is missed.
  [[nodiscard]] const Missed* first_missed() const;
};

// The goals that every task has. They come before its own.
inline constexpr std::size_t usual_goals = 3;
// The words of all goals.
[[nodiscard]] std::vector<std::string> goals_of(const Task& task);
// The shape of a launch: "in 64, out 2, grid 2, block 32".
[[nodiscard]] std::string launch_words(const PreparedTask& task, std::size_t launch);

struct JudgeOptions {
  std::string file;                               // the name of the answer in messages; empty: the task's file
  std::uint64_t memory = std::uint64_t{1} << 29;  // the limit for a trace, in bytes
  std::function<bool()> is_wanted;                // called now and then; empty: always wanted
};
// Empty if the result is no longer wanted.
[[nodiscard]] std::optional<Attempt> judge(const PreparedTask& task, const std::string& text,
                                           const JudgeOptions& options = {});

// The same in parts, one launch at a time, for callers that do other work in between.
class Judging {
 public:
  // The task has to outlive the judging.
  Judging(const PreparedTask& task, std::string text, JudgeOptions options);
  ~Judging();
  Judging(const Judging&) = delete;
  Judging& operator=(const Judging&) = delete;

  [[nodiscard]] bool go_on();                   // judges the next launch; false: none left
  [[nodiscard]] std::optional<Attempt> take();  // after the last launch

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tilescope::tasks
