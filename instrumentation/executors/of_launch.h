// What both executors derive from a launch, to make their traces agree.
#pragma once

#include "instrumentation/trace/trace.h"

namespace tilescope {

// The maximum number of iterations of one thread on a GPU, in all its loops together.
[[nodiscard]] std::uint64_t loop_limit(const Launch& launch);

// What is left of `memory` for events after the arrays of a launch on `cores` cores. Throws if that is too little, or
// if a full trace is known to have more events.
[[nodiscard]] std::uint64_t event_memory(const Launch& launch, std::uint64_t memory, unsigned cores);

// How many blocks may share the room for events; at least 1.
[[nodiscard]] std::uint64_t recorded_blocks(const Launch& launch);

}  // namespace tilescope
