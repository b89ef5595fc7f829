// Which threads share a lane of the timeline: those of a warp, or those that do the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/replay/frame.h"

namespace tilescope {

enum class Fold : std::uint8_t { as_fits, threads, warps, paths };

struct TimelineLane {
  std::vector<std::uint32_t> threads;  // in order; one: it is that thread's own
  std::string name;
  bool is_open = false;  // the lanes below it are of its threads

  [[nodiscard]] bool is_group() const { return threads.size() > 1; }
  [[nodiscard]] bool holds(std::uint32_t thread) const;
};

// A lane for each thread of the block, or for each group of them; those groups that are open, by their first threads,
// have their threads below. As it fits: up to a warp, a lane for each; of more, one for all that do the same, and where
// threads take turns, one for each warp.
[[nodiscard]] std::vector<TimelineLane> timeline_lanes(const Scenery& scenery, std::size_t block, Fold fold,
                                                       const std::vector<std::uint32_t>& open);

// The lane where a thread is to be seen: its own, if it has one.
[[nodiscard]] std::uint32_t lane_of(const std::vector<TimelineLane>& lanes, std::uint32_t thread);

}  // namespace tilescope
