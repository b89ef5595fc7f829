// The axis of the scrub bar: all moments of a launch, thread event by thread event, in all blocks at once.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/carried.h"
#include "instrumentation/trace/order.h"

namespace tilescope {

// The step size of playback. In the order in which threads ran, a phase is a turn.
enum class Grain : std::uint8_t { event, step, phase };

// Moment n is the moment after n ticks of the grid's clock. In a step, threads execute their events one after the
// other, each thread at the same time in every block. No thread leaves a barrier before all threads have arrived.
class Moments {
 public:
  Moments(const Trace& trace, const Order& order);

  [[nodiscard]] std::uint64_t count() const { return first_.back(); }  // the last moment
  [[nodiscard]] std::uint64_t begin_of(std::uint32_t step) const { return first_[step]; }
  [[nodiscard]] std::uint64_t end_of(std::uint32_t step) const { return first_[step + 1]; }
  // The step of the last event before this moment; 0 at the beginning.
  [[nodiscard]] std::uint32_t step_at(std::uint64_t moment) const;

  // The moment one grain later or earlier, at most the end or the beginning.
  [[nodiscard]] std::uint64_t next(std::uint64_t moment, Grain grain) const;
  [[nodiscard]] std::uint64_t previous(std::uint64_t moment, Grain grain) const;

  // The progress of a block's threads at a moment within one step.
  class Within {
   public:
    // How many of its `events` events in the step a thread has done.
    [[nodiscard]] std::uint32_t done(std::uint32_t thread, std::uint32_t events, bool leaves_barrier) const;

   private:
    friend class Moments;
    std::uint64_t offset_ = 0;               // ticks since the start of the step
    std::vector<std::uint64_t> arrives_at_;  // by thread: the tick at which it begins
    std::vector<std::uint64_t> leaves_at_;  // by thread: the tick at which it leaves the barrier at the end of the step
    bool all_ = false;                      // the step is over
  };
  [[nodiscard]] Within within(std::uint64_t moment) const;

  // The number of the path's events in the step; whether the last one is leaving a barrier.
  [[nodiscard]] std::uint32_t events_in(std::uint32_t path, std::uint32_t step) const;
  [[nodiscard]] bool leaves_barrier(std::uint32_t path, std::uint32_t step) const { return leaves_[path][step]; }
  // The moment after a thread's event.
  [[nodiscard]] std::uint64_t after(std::size_t block, std::uint32_t thread, std::uint32_t event) const;
  // The step of a thread's event.
  [[nodiscard]] std::uint32_t step_of(std::size_t block, std::uint32_t thread, std::uint32_t event) const;

 private:
  friend struct Carried<Moments>;
  friend class Scenery;
  explicit Moments(const Order& order) : order_(order) {}

  // Threads that are on the same paths in the same blocks.
  struct Group {
    std::vector<std::uint32_t> paths;
    std::uint64_t threads = 0;
  };
  struct Share {
    std::uint32_t stays = 0;   // the most events of a thread of this group before it leaves the barrier
    std::uint32_t leaves = 0;  // 1 if any of these threads leaves it
  };
  [[nodiscard]] Share share(const Group& group, std::uint32_t step) const;

  const Order& order_;
  std::vector<std::vector<bool>> leaves_;  // by path and step
  std::vector<Group> groups_;
  std::vector<std::uint32_t> group_of_;  // by thread of a block
  std::vector<std::uint64_t> first_;     // by step, and the end of the last step
};

}  // namespace tilescope
