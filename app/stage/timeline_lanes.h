// Threads that share a lane of the timeline: those of a warp, or those that do the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/replay/frame.h"

namespace tilescope {

enum class Fold : std::uint8_t { as_fits, threads, warps, paths };

struct TimelineLane {
  std::vector<std::uint32_t> threads;  // in order; a single thread has its own lane
  std::string name;
  bool is_open = false;  // the threads' lanes are below this one

  [[nodiscard]] bool is_group() const { return threads.size() > 1; }
  [[nodiscard]] bool holds(std::uint32_t thread) const;
};

// A lane for each thread of the block or each group. Open groups, identified by their first threads, have their
// threads' lanes below. By default, a block of at most one warp has a lane per thread; a larger block has a lane for
// all threads that do the same, or one per warp in the order in which threads ran.
[[nodiscard]] std::vector<TimelineLane> timeline_lanes(const Scenery& scenery, std::size_t block, Fold fold,
                                                       const std::vector<std::uint32_t>& open);

// The lane that shows a thread: its own lane if there is one.
[[nodiscard]] std::uint32_t lane_of(const std::vector<TimelineLane>& lanes, std::uint32_t thread);

}  // namespace tilescope
