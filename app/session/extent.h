// How much of a launch the window records where nobody said: all of it while that can be looked at at once, and
// otherwise a few of its blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/plan/plan_whole.h"
#include "instrumentation/launching/request/request.h"

namespace tilescope {

// About how many events all blocks have together, and one of them.
[[nodiscard]] double events_of(const Launch& launch);
[[nodiscard]] double events_of_block(const Launch& launch);

// Plans what is asked for. Where it names neither blocks nor how much to record, that is chosen here.
[[nodiscard]] Launch plan_to_show(const Request& request, Inputs inputs = Inputs::made);
// The same product by another kernel: blocks that make the same part of C.
[[nodiscard]] Launch plan_beside(const Request& request, std::string_view kernel, const Launch& launch);

// On a CPU, blocks that are not looked at run only where all of them take seconds.
void leave_out_rest(Launch& launch, const Request& request);

// Records a launch: all that it asks for where that can be looked at, and otherwise as many of these blocks as can.
// What of it was too much, is left out in the launch as well. Where nobody said how many events it has, the first of
// its blocks is counted before, or all are tried as far as there is room.
[[nodiscard]] Trace record_what_fits(const Executor& executor, Launch& launch, const Request& request,
                                     const RecordOptions& how);
// One that would stand beside another: all of it, or a UsageError where that is too much.
[[nodiscard]] Trace record_beside(const Executor& executor, const Launch& launch, const RecordOptions& how);

// So many rows and columns of blocks around this one, or as many as there are. `side` is made smaller until what is
// recorded can be looked at.
[[nodiscard]] std::vector<BlockRange> blocks_around(const Launch& launch, std::size_t block, unsigned side);
// How many rows of blocks the window has; 0 where all blocks were recorded.
[[nodiscard]] unsigned side_of_window(const Launch& launch);

}  // namespace tilescope
