// The place of an event in a launch. A trace has no global clock: a position is an interval between two barriers, and a
// step in it, the same for all blocks at once. Lockstep is a way of looking, not the hardware's schedule. Where the
// turns are known in which threads ran, they make another order, in which a step is a thread's alone.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/trace/trace.h"
#include "instrumentation/trace/turns.h"

namespace tilescope {

// One thread's events of one visit of a line: from `first` up to `end`.
struct Visit {
  std::uint32_t first = 0;
  std::uint32_t end = 0;
  std::uint32_t line = 0;
  std::uint32_t time = 0;  // the which visit of this line in its interval, from 0
  std::uint32_t interval = 0;
};

// A visit ends when the line changes, when the same kind of access to the same array for the same operand recurs, after
// a partial sum (and the store of that very sum), and after a barrier.
[[nodiscard]] std::vector<Visit> visits_of(const Column& events);

// All threads' visits of one line at one time. A thread whose guard was false has no event in it.
struct Step {
  std::uint32_t line = 0;
  std::uint32_t time = 0;
  auto operator<=>(const Step&) const = default;
};

// A phase begins with the step that stores to the first line that fills shared memory, unless threads have only loaded
// and stored since the last such step; it goes on to the next phase, and the last one to the first global store.
struct Phase {
  std::uint32_t first_step = 0;  // of all steps of the launch
  std::uint32_t end_step = 0;
};

// The steps between two turns of other threads.
struct TurnSteps {
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t first_step = 0;
  std::uint32_t end_step = 0;
};

// What a thread did when, the elements it touched and their values aside. Threads that went the same way share one.
struct Path {
  std::size_t block = 0;  // a thread that went this way
  std::uint32_t thread = 0;
  std::vector<Visit> visits;
  std::vector<std::uint32_t> steps;   // of each visit: the step of the launch that it is part of
  std::vector<std::uint32_t> events;  // by step, see done_by; none if there are many steps and few of them are its own

  // How many events the thread has done when the step is over.
  [[nodiscard]] std::uint32_t done_by(std::uint32_t step) const;
  // The step that an event of it belongs to.
  [[nodiscard]] std::uint32_t step_of(std::uint32_t event) const;
};

class Order {
 public:
  explicit Order(const Trace& trace);
  // As threads took turns. Each has a path of its own, whose visits end with its turns.
  Order(const Trace& trace, const Turns& turns);

  [[nodiscard]] std::uint32_t interval_count() const { return static_cast<std::uint32_t>(first_step_.size()) - 1; }
  [[nodiscard]] std::uint32_t step_count() const { return first_step_.back(); }
  [[nodiscard]] std::uint32_t first_step(std::uint32_t interval) const { return first_step_[interval]; }
  [[nodiscard]] std::uint32_t interval_of(std::uint32_t step) const;
  [[nodiscard]] const Step& step(std::uint32_t step) const { return steps_[step]; }
  [[nodiscard]] std::span<const Step> steps(std::uint32_t interval) const {
    return std::span(steps_).subspan(first_step_[interval], first_step_[interval + 1] - first_step_[interval]);
  }
  // The step of the whole launch that this visit is part of; in lockstep.
  [[nodiscard]] std::uint32_t step_of(const Visit& visit) const;
  // None in the order of turns, where threads go through them one after the other.
  [[nodiscard]] const std::vector<Phase>& phases() const { return phases_; }
  // The turns, one after the other; none if all threads go in lockstep.
  [[nodiscard]] const std::vector<TurnSteps>& turns() const { return turns_; }
  [[nodiscard]] bool is_of_turns() const { return !turns_.empty(); }
  [[nodiscard]] const TurnSteps& turn_at(std::uint32_t step) const;

  [[nodiscard]] const std::vector<Path>& paths() const { return paths_; }
  // The number of the path that a thread of a recorded block went.
  [[nodiscard]] std::uint32_t path_of(std::size_t block, std::uint32_t thread) const {
    return path_of_[first_path_[block] + thread];
  }

 private:
  void find_paths(const Trace& trace);
  void find_steps();
  void find_phases(const Trace& trace);

  std::vector<Path> paths_;
  std::vector<std::size_t> first_path_;    // of each block
  std::vector<std::uint32_t> path_of_;     // of the threads of recorded blocks
  std::vector<Step> steps_;                // interval after interval, in the order in which they happen
  std::vector<std::uint32_t> first_step_;  // of each interval, and one more
  std::vector<std::uint32_t> sorted_;      // each interval's steps by line and time, to find one
  std::vector<Phase> phases_;
  std::vector<TurnSteps> turns_;
};

}  // namespace tilescope
