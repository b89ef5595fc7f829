// What both executors derive from a launch, so that their traces agree.
#pragma once

#include "instrumentation/trace/trace.h"

namespace tilescope {

// Iterations that one thread may do on a GPU, all its loops together.
[[nodiscard]] std::uint64_t loop_limit(const Launch& launch);

// What is left of `memory` for events once a launch on so many cores has its arrays. Throws where that is too little,
// or where a full trace is known to have more events than that.
[[nodiscard]] std::uint64_t event_memory(const Launch& launch, std::uint64_t memory, unsigned cores);

// How many blocks may have to share the room for events; at least 1.
[[nodiscard]] std::uint64_t recorded_blocks(const Launch& launch);

}  // namespace tilescope
