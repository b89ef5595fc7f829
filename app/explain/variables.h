// The values of the threads' variables, and the moments at which a condition on them begins to hold. Blocks are run
// again on the CPU to find them, because a trace keeps events only. The session does that outside the window's frames.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/replay/replay.h"
#include "instrumentation/machine/condition.h"
#include "instrumentation/machine/history.h"

namespace tilescope {

// Runs a trace's launch again.
class Rerun {
 public:
  // Throws an Error if the launch cannot be run again.
  explicit Rerun(const Trace& trace);
  Rerun(const Rerun&) = delete;
  Rerun& operator=(const Rerun&) = delete;

  [[nodiscard]] const RecordedKernel& kernel() const { return *kernel_; }
  [[nodiscard]] machine::Condition::Sides sides() const;
  // Throws machine::TooManyChanges if the history would take too much memory.
  [[nodiscard]] machine::History history(std::uint64_t block, const std::function<bool()>& goes_on) const;
  // `moments`: for each thread, how many of its events have happened.
  [[nodiscard]] machine::Locals locals(std::uint64_t block, std::vector<std::uint32_t> moments) const;
  [[nodiscard]] const Launch& launch() const { return own_ ? *own_ : trace_.launch(); }

 private:
  const Trace& trace_;  // must outlive this object
  std::optional<Launch> own_;
  const RecordedKernel* kernel_;
};

// A moment at which a condition begins to hold for a thread.
struct Stop {
  std::uint64_t moment = 0;
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t passing_line = 0;  // see machine::Condition::Onset
};

// The stops of all recorded blocks, by moment.
[[nodiscard]] std::vector<Stop> find_stops(const Rerun& rerun, const Replay& replay,
                                           const machine::Condition& condition, const std::function<bool()>& goes_on);

// The next stop after this moment or the previous one before it; null if there is none. By steps and phases, stops in
// the shown step are skipped, and each step has one.
[[nodiscard]] const Stop* stop_beside(const std::vector<Stop>& stops, const Moments& moments, std::uint64_t moment,
                                      Grain grain, bool forward);

// What is known of the variables of the block in focus, and of the condition.
struct VariablesNow {
  std::shared_ptr<const machine::History> history;  // null: not computed yet, or not available
  std::shared_ptr<const machine::Locals> locals;    // used for this moment alone if a history is too large
  std::string problem;                              // why there are no values
  std::string condition, condition_problem;
  bool is_searching = false;
  std::shared_ptr<const std::vector<Stop>> stops;  // of the condition; null: not found yet

  [[nodiscard]] bool are_there() const { return history != nullptr || locals != nullptr; }
  [[nodiscard]] const std::vector<machine::LocalName>& names() const {
    return history != nullptr ? history->names : locals->names;
  }
  [[nodiscard]] const std::vector<std::string>& arrays() const {
    return history != nullptr ? history->arrays : locals->arrays;
  }
  // The variables of a thread that are in scope at the frame's moment.
  [[nodiscard]] std::vector<machine::LocalValue> of_thread(const Frame& frame, std::uint32_t thread) const;
  // For each thread the innermost variable with that name; empty if it is not in scope.
  [[nodiscard]] std::vector<std::optional<machine::LocalValue>> of_all(const Frame& frame, std::string_view name) const;
  // The moment at which the variable got its value; empty if unknown.
  [[nodiscard]] std::optional<std::uint64_t> set_at(const Frame& frame, std::uint32_t thread, std::uint32_t name) const;
};

// The value in words: 1.5, true, &A[12], 'a' (97), red (2), poison, "not set".
[[nodiscard]] std::string variable_words(const VariablesNow& now, const machine::LocalValue& value);
// Whether the value is meaningless.
[[nodiscard]] bool is_poison(const machine::LocalValue& value);
// "begins to hold 12 times; here for t(0,1)"
[[nodiscard]] std::string stop_words(const VariablesNow& now, const Frame& frame);

}  // namespace tilescope
