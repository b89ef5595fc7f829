// Which threads share a lane of the timeline: those of a warp, or those that do the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/replay/frame.h"

namespace tilescope {

enum class Fold : std::uint8_t { as_fits, threads, warps, paths };

struct TimelineLane {
  std::vector<std::uint32_t> threads;  // in order; one: the lane is that thread's own
  std::string name;
  bool is_open = false;  // the lanes below it are its threads

  [[nodiscard]] bool is_group() const { return threads.size() > 1; }
  [[nodiscard]] bool holds(std::uint32_t thread) const;
};

// A lane for each thread of the block, or for each group; open groups, named by their first threads, have their threads
// below. By default a block of up to a warp has a lane for each thread. A larger one has a lane for all that do the
// same, or one for each warp if threads take turns.
// threads take turns, one for each warp.
[[nodiscard]] std::vector<TimelineLane> timeline_lanes(const Scenery& scenery, std::size_t block, Fold fold,
                                                       const std::vector<std::uint32_t>& open);

// The lane that shows a thread: its own, if it has one.
[[nodiscard]] std::uint32_t lane_of(const std::vector<TimelineLane>& lanes, std::uint32_t thread);

}  // namespace tilescope
