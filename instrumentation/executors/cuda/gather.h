// Turns the device trace buffer, where a warp's events stand side by side, into columns, where a thread's do, and
// narrow events into whole ones.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/recorded_events.h"
#include "instrumentation/trace/packed_event.h"

namespace tilescope::cuda {

// Of `count` columns from `first` on, the events that each kept go to `out`, each column's beginning at its own place.
struct Gather {
  RecordedEvents from;
  std::uint64_t first = 0;
  std::uint32_t count = 0;
  const std::uint32_t* kept = nullptr;    // by column, counted from `first`
  const std::uint64_t* places = nullptr;  // likewise
  PackedEvent* out = nullptr;
};
void gather(const Gather& job, std::uint32_t most_kept);

}  // namespace tilescope::cuda
