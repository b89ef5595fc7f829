// How much of a launch the window records by default: all blocks if they can all be shown, and otherwise a few.
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

// Plans the request. If the request does not name blocks or an extent, chooses them.
[[nodiscard]] Launch plan_to_show(const Request& request, Inputs inputs = Inputs::made);
// Plans the same product with another kernel, for the blocks that compute the same part of C.
[[nodiscard]] Launch plan_beside(const Request& request, std::string_view kernel, const Launch& launch);

// For a CPU: leaves out the blocks outside the window if counting them would take too long.
void leave_out_rest(Launch& launch, const Request& request);

// Records everything the launch asks for if that can be shown, and otherwise fewer blocks, to which the launch is
// reduced. If the number of events is unknown, one block is counted first, or all blocks are recorded until there are
// too many events.
[[nodiscard]] Trace record_what_fits(const Executor& executor, Launch& launch, const Request& request,
                                     const RecordOptions& how);
// Records a whole launch for comparison; throws a UsageError if it is too large.
[[nodiscard]] Trace record_beside(const Executor& executor, const Launch& launch, const RecordOptions& how);

// Up to `side` rows and columns of blocks around this block, fewer if the recording could not be shown.
[[nodiscard]] std::vector<BlockRange> blocks_around(const Launch& launch, std::size_t block, unsigned side);
// The number of rows of blocks in the window; 0 if all blocks were recorded.
[[nodiscard]] unsigned side_of_window(const Launch& launch);

}  // namespace tilescope
