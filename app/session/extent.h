// How much of a launch the window records by default: all blocks if all can be shown at once, and otherwise a few.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/plan/plan_whole.h"
#include "instrumentation/launching/request/request.h"

namespace tilescope {

// The approximate number of events of all blocks, and of one block.
[[nodiscard]] double events_of(const Launch& launch);
[[nodiscard]] double events_of_block(const Launch& launch);

// Plans the request. Chooses the blocks and the extent of the recording if the request names neither.
[[nodiscard]] Launch plan_to_show(const Request& request, Inputs inputs = Inputs::made);
// The same product by another kernel: the blocks that compute the same part of C.
[[nodiscard]] Launch plan_beside(const Request& request, std::string_view kernel, const Launch& launch);

// On a CPU, the other blocks run too only if all of them take seconds.
void leave_out_rest(Launch& launch, const Request& request);

// Records a launch: everything it asks for if that can be shown, and otherwise as many of its blocks as possible.
// The launch is reduced to the recorded part. If its number of events is unknown, the first block is counted
// before, or all blocks are recorded as far as memory allows.
[[nodiscard]] Trace record_what_fits(const Executor& executor, Launch& launch, const Request& request,
                                     const RecordOptions& how);
// Records a launch for comparison: all of it, or a UsageError if that is too much.
[[nodiscard]] Trace record_beside(const Executor& executor, const Launch& launch, const RecordOptions& how);

// Up to this many rows and columns of blocks around this one. `side` shrinks until the recording can be shown.
[[nodiscard]] std::vector<BlockRange> blocks_around(const Launch& launch, std::size_t block, unsigned side);
// The rows of blocks in the window; 0 if all blocks were recorded.
[[nodiscard]] unsigned side_of_window(const Launch& launch);

}  // namespace tilescope
