// A trace for the timeline viewers of browsers and Perfetto: a process for each block, a lane for each thread.
#pragma once

#include <ostream>

#include "instrumentation/trace/order.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// JSON, written piece by piece: a longer trace takes no more memory. Slices nest: launch, phase, interval, step. Time
// is that of the replay: a microsecond is a step, and nothing was measured.
void write_chrome_trace(const Trace& trace, const Order& order, std::ostream& out);

}  // namespace tilescope
