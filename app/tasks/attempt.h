// What somebody made of a task, held against its goals in all of its launches.
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

// Who does it, in the order of whatever replay of the launch.
struct Sight {
  Access access;
  std::optional<std::pair<std::size_t, std::uint32_t>> element = {};  // of which array, if it is one that is meant
  bool hangs_on_order = false;                                        // it is seen as threads ran
  std::string view = {};                                              // by which it is explained; empty: by none
};

// Where a goal is missed first, and why.
struct Missed {
  std::size_t launch = 0;
  std::string why;                           // "96 global loads, and should be at most 64"
  std::optional<std::uint32_t> line = {};    // of the text that has most to do with it
  std::optional<std::uint64_t> moment = {};  // at which it can be seen
  bool is_of_text = false;                   // whatever is launched: a line that is gone, a comment that is missing
  std::optional<Sight> sight = {};

  // Whether there is a place to go to.
  [[nodiscard]] bool can_be_seen() const { return !is_of_text && (moment || sight); }
};

struct Reached {
  std::string says;              // the goal
  std::optional<Missed> missed;  // nothing: no launch misses it
  std::string open = {};         // why it does not count as reached all the same: what has to come first

  [[nodiscard]] bool is_known() const { return open.empty(); }
  [[nodiscard]] bool is_reached() const { return is_known() && !missed; }
};

// How an answer does in one of the launches.
enum class Outcome : std::uint8_t { unknown, reached, missed };

struct Attempt {
  std::string problem;            // why it cannot be run: then no goal is reached
  std::string note;               // that what somebody changed is of no account
  std::vector<Reached> goals;     // as many as goals_of the task
  std::vector<Outcome> launches;  // as many as the task has, where it was run here

  [[nodiscard]] std::size_t reached() const;
  [[nodiscard]] Outcome outcome(std::size_t launch) const {
    return launch < launches.size() ? launches[launch] : Outcome::unknown;
  }
  [[nodiscard]] bool is_right() const { return problem.empty() && reached() == goals.size(); }
  // The goal that is missed first, by the order of launches; null where all are reached.
  [[nodiscard]] const Missed* first_missed() const;
};

// The first goals are those that every task has; its own come behind them.
inline constexpr std::size_t usual_goals = 3;
// What has to be reached, in words: those that every task has, and its own.
[[nodiscard]] std::vector<std::string> goals_of(const Task& task);
// A launch in words: "in 64, out 2, grid 2, block 32".
[[nodiscard]] std::string launch_words(const PreparedTask& task, std::size_t launch);

struct JudgeOptions {
  std::string file;                               // what the answer is called in messages; empty: as the task says
  std::uint64_t memory = std::uint64_t{1} << 29;  // bytes that a trace may take
  std::function<bool()> is_wanted;                // asked now and then; nothing: always
};
// Nothing where it was not wanted any more.
[[nodiscard]] std::optional<Attempt> judge(const PreparedTask& task, const std::string& text,
                                           const JudgeOptions& options = {});

// The same with a pause behind each launch, for who has other things to do.
class Judging {
 public:
  // The task has to outlive it.
  Judging(const PreparedTask& task, std::string text, JudgeOptions options);
  ~Judging();
  Judging(const Judging&) = delete;
  Judging& operator=(const Judging&) = delete;

  [[nodiscard]] bool go_on();                   // in another launch; false: there is none left
  [[nodiscard]] std::optional<Attempt> take();  // once there is none

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tilescope::tasks
