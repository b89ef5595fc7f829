// A trace for timeline viewers such as Perfetto: each block is a process, each thread a lane.
#pragma once

#include <ostream>

#include "instrumentation/trace/order.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// Writes JSON piece by piece, so that a longer trace takes no more memory. Slices nest: launch, phase, interval, step.
// Time is the replay's: one step is a microsecond, and nothing was measured.
void write_chrome_trace(const Trace& trace, const Order& order, std::ostream& out);

}  // namespace tilescope
