// The place of an event in a launch. A trace has no global clock: a position is an interval between two barriers and a
// step in it, the same for all blocks. This lockstep is a view, not the hardware's schedule. If the turns of the
// threads are known, they give another order, in which each step belongs to one thread.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/carried.h"
#include "instrumentation/trace/trace.h"
#include "instrumentation/trace/turns.h"

namespace tilescope {

// A thread's events of one visit to a line: from `first` up to `end`.
struct Visit {
  std::uint32_t first = 0;
  std::uint32_t end = 0;
  std::uint32_t line = 0;
  std::uint32_t time = 0;  // 0 for the first visit to this line in its interval
  std::uint32_t interval = 0;
};

// A visit ends when the line changes; when the same kind of access to the same array for the same operand recurs; after
// a partial sum (and the store of that sum); and after a barrier.
[[nodiscard]] std::vector<Visit> visits_of(const Column& events);

// The visits of all threads to one line at one time. A thread whose guard was false has no event in it.
struct Step {
  std::uint32_t line = 0;
  std::uint32_t time = 0;
  auto operator<=>(const Step&) const = default;
};

// A phase begins with the step that stores to the first line that fills shared memory, unless threads have only loaded
// and stored since the last such step. It ends at the next phase; the last one, at the first global store.
struct Phase {
  std::uint32_t first_step = 0;  // among all steps of the launch
  std::uint32_t end_step = 0;
};

// The steps between two turns of other threads.
struct TurnSteps {
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t first_step = 0;
  std::uint32_t end_step = 0;
};

// What a thread did and when, without the elements it touched and their values. Equal threads share a path.
struct Path {
  std::size_t block = 0;  // a thread with this path
  std::uint32_t thread = 0;
  std::vector<Visit> visits;
  std::vector<std::uint32_t> steps;   // for each visit, its step in the launch
  std::vector<std::uint32_t> events;  // by step, see done_by; empty if only few of many steps are on this path

  // How many events the thread has done at the end of the step.
  [[nodiscard]] std::uint32_t done_by(std::uint32_t step) const;
  // The step that contains an event.
  [[nodiscard]] std::uint32_t step_of(std::uint32_t event) const;
};

class Order {
 public:
  explicit Order(const Trace& trace);
  // The order in which threads took turns. Each thread has its own path, and its visits end with its turns.
  Order(const Trace& trace, const Turns& turns);

  [[nodiscard]] std::uint32_t interval_count() const { return static_cast<std::uint32_t>(first_step_.size()) - 1; }
  [[nodiscard]] std::uint32_t step_count() const { return first_step_.back(); }
  [[nodiscard]] std::uint32_t first_step(std::uint32_t interval) const { return first_step_[interval]; }
  [[nodiscard]] std::uint32_t interval_of(std::uint32_t step) const;
  [[nodiscard]] const Step& step(std::uint32_t step) const { return steps_[step]; }
  [[nodiscard]] std::span<const Step> steps(std::uint32_t interval) const {
    return std::span(steps_).subspan(first_step_[interval], first_step_[interval + 1] - first_step_[interval]);
  }
  // In lockstep: the step of the launch that contains this visit.
  [[nodiscard]] std::uint32_t step_of(const Visit& visit) const;
  // Empty in the order of turns, where threads pass through phases one after another.
  [[nodiscard]] const std::vector<Phase>& phases() const { return phases_; }
  // The turns in order; empty in lockstep.
  [[nodiscard]] const std::vector<TurnSteps>& turns() const { return turns_; }
  [[nodiscard]] bool is_of_turns() const { return !turns_.empty(); }
  [[nodiscard]] const TurnSteps& turn_at(std::uint32_t step) const;

  [[nodiscard]] const std::vector<Path>& paths() const { return paths_; }
  // The number of a thread's path, in a recorded block.
  [[nodiscard]] std::uint32_t path_of(std::size_t block, std::uint32_t thread) const {
    return path_of_[first_path_[block] + thread];
  }

 private:
  friend struct Carried<Order>;
  friend class Scenery;  // which may be carried
  Order() = default;
  void find_paths(const Trace& trace);
  void find_steps();
  void find_phases(const Trace& trace);

  std::vector<Path> paths_;
  std::vector<std::size_t> first_path_;    // of each block
  std::vector<std::uint32_t> path_of_;     // of the threads of recorded blocks
  std::vector<Step> steps_;                // interval after interval, in the order in which they happen
  std::vector<std::uint32_t> first_step_;  // of each interval, and one more
  std::vector<std::uint32_t> sorted_;      // the steps of each interval by line and time, for searching
  std::vector<Phase> phases_;
  std::vector<TurnSteps> turns_;
};

}  // namespace tilescope
