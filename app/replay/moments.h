// The scrub bar's axis: every moment of a launch, one thread event after the other, the same for all blocks at once.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/trace/order.h"

namespace tilescope {

// The distance of one move of playback; with turns, a phase is a turn.
enum class Grain : std::uint8_t { event, step, phase };

// Moment n is when n events of the grid's clock have happened. In a step the threads do their events one after the
// other, each thread in every block at the same time; no thread leaves a barrier before all have arrived.
class Moments {
 public:
  Moments(const Trace& trace, const Order& order);

  [[nodiscard]] std::uint64_t count() const { return first_.back(); }  // the last moment: all is done
  [[nodiscard]] std::uint64_t begin_of(std::uint32_t step) const { return first_[step]; }
  [[nodiscard]] std::uint64_t end_of(std::uint32_t step) const { return first_[step + 1]; }
  // The step that the last event before this moment belongs to; 0 at the beginning.
  [[nodiscard]] std::uint32_t step_at(std::uint64_t moment) const;

  // The moment after or before this one, a grain further; otherwise the end or the beginning.
  [[nodiscard]] std::uint64_t next(std::uint64_t moment, Grain grain) const;
  [[nodiscard]] std::uint64_t previous(std::uint64_t moment, Grain grain) const;

  // The progress of every thread of a block within one step, at a moment of it.
  class Within {
   public:
    // How many of the step's events a thread on this path has done.
    [[nodiscard]] std::uint32_t done(std::uint32_t thread, std::uint32_t events, bool leaves_barrier) const;

   private:
    friend class Moments;
    std::uint64_t offset_ = 0;               // into the step
    std::vector<std::uint64_t> arrives_at_;  // by thread: when it begins
    std::vector<std::uint64_t> leaves_at_;   // by thread: when it leaves the barrier at the step's end
    bool all_ = false;                       // the step is over
  };
  [[nodiscard]] Within within(std::uint64_t moment) const;

  // How many events the path has in the step, and whether the last of them is leaving a barrier.
  [[nodiscard]] std::uint32_t events_in(std::uint32_t path, std::uint32_t step) const;
  [[nodiscard]] bool leaves_barrier(std::uint32_t path, std::uint32_t step) const { return leaves_[path][step]; }
  // The moment at which a thread's event has happened.
  [[nodiscard]] std::uint64_t after(std::size_t block, std::uint32_t thread, std::uint32_t event) const;
  // The step that a thread's event belongs to.
  [[nodiscard]] std::uint32_t step_of(std::size_t block, std::uint32_t thread, std::uint32_t event) const;

 private:
  // Threads, of all blocks, that are on the same paths in the same blocks.
  struct Group {
    std::vector<std::uint32_t> paths;
    std::uint64_t threads = 0;
  };
  struct Share {
    std::uint32_t stays = 0;   // the most events of one of this group's threads before it leaves the barrier
    std::uint32_t leaves = 0;  // 1 if one of them leaves it
  };
  [[nodiscard]] Share share(const Group& group, std::uint32_t step) const;

  const Order& order_;
  std::vector<std::vector<bool>> leaves_;  // by path and step
  std::vector<Group> groups_;
  std::vector<std::uint32_t> group_of_;  // by thread of a block
  std::vector<std::uint64_t> first_;     // by step, and the end
};

}  // namespace tilescope
