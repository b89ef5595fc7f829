// What both executors ask of a launch, so that their traces agree.
#pragma once

#include "instrumentation/trace/trace.h"

namespace tilescope {

// Iterations that one thread may do, all its loops together.
[[nodiscard]] std::uint64_t loop_limit(const Launch& launch);

// What is left of `memory` for events once a launch on so many cores has its matrices. Throws where that is too little:
// whatever kernel computes this product adds up M * N * K products, and in a full trace each of them is an event.
[[nodiscard]] std::uint64_t event_memory(const Launch& launch, std::uint64_t memory, unsigned cores);

// How many blocks may have to share the room for events; at least 1.
[[nodiscard]] std::uint64_t recorded_blocks(const Launch& launch);

// The sides of A, B and C, which are the launch's.
void name_matrices(Trace::Parts& parts);

}  // namespace tilescope
