// Finds what orders the accesses of a block's threads between two barriers: warp barriers, and atomics.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "instrumentation/analysis/open_block.h"
#include "instrumentation/trace/operands.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// A thread's event, of the block that is looked at.
struct At {
  std::uint32_t thread = 0;
  std::uint32_t number = 0;
};

// How often a thread met others of its warp in an interval, before one of its events and after it.
struct Meetings {
  std::uint16_t before = 0, behind = 0;
};

// __syncwarp orders the lanes that its mask names. An atomic orders what its thread did before it and what another
// thread does after an atomic of its own that finds what was left: so locks are understood, and the last one of a
// count. In which order atomics came to a cell, their values have to say; where they do not, any order is taken for
// possible, and two accesses with such atomics between them count as ordered.
class ThreadOrder {
 public:
  ThreadOrder(const Trace& trace, const OpenBlock& block)
      : trace_(trace), block_(block), lanes_(trace.threads_per_block()) {}

  // A new interval of the open block. What is told then comes thread after thread.
  void begin();
  // A shuffle, vote or warp barrier.
  void exchange(const At& at, const Event& event);
  void atomic(const At& at, std::uint64_t cell);

  // Once all is told.
  [[nodiscard]] Meetings meetings(const At& at) const;
  // Likewise: whether the first of two threads' accesses surely comes before the second; atomics on the cell
  // `not_by` do not count.
  static constexpr std::uint64_t no_cell = ~std::uint64_t{0};
  [[nodiscard]] bool is_before(const At& first, const At& second, std::uint64_t not_by = no_cell);
  [[nodiscard]] bool are_ordered(const At& one, const At& other, std::uint64_t not_by = no_cell) {
    return is_before(one, other, not_by) || is_before(other, one, not_by);
  }

 private:
  static constexpr std::uint32_t warp = 32;

  struct Wait {
    std::uint32_t number = 0;
    std::uint32_t mask = 0;
  };
  struct Atomic {
    std::uint64_t cell = 0;
    std::uint32_t number = 0;
    std::uint32_t place = 0;  // among the cell's, from 1; 0: unknown
  };
  struct Lane {
    std::vector<Wait> waits;
    std::vector<Atomic> atomics;
    std::vector<std::uint32_t> meetings;  // the events by which it met others
  };
  // For a lane, between two of its waits: how many such stretches of each lane of the warp are over when it begins.
  using Clock = std::array<std::uint32_t, warp>;
  struct WarpClocks {
    bool known = false;
    bool simple = false;  // all lanes wait for all, equally often: the stretches' numbers say it all
    std::array<std::vector<Clock>, warp> lanes;
  };

  [[nodiscard]] bool is_before_by_waits(const At& first, const At& second);
  [[nodiscard]] bool is_before_by_atomics(const At& first, const At& second, std::uint64_t not_by);
  [[nodiscard]] static std::uint32_t stretch_of(const Lane& lane, std::uint32_t number);
  void find_clocks(std::uint32_t first_lane, WarpClocks& clocks);
  [[nodiscard]] bool wait_for_all(std::uint32_t first_lane) const;
  void find_places();

  const Trace& trace_;
  const OpenBlock& block_;
  std::vector<Lane> lanes_;
  std::vector<WarpClocks> clocks_;
  std::vector<std::uint32_t> touched_;  // lanes of which anything is known
  bool any_waits_ = false, any_atomics_ = false, places_known_ = false;
  std::uint64_t budget_ = 0;  // looks at pairs of atomics that are still worth it
};

}  // namespace tilescope
