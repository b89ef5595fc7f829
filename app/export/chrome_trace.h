// A trace for the timeline viewers that browsers and Perfetto have: a process for each block, a lane for each thread.
#pragma once

#include <ostream>

#include "instrumentation/trace/order.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// JSON, written as it goes: it takes no more memory for a longer trace. Slices nest: launch, phase, interval, step.
// Time is the replay's: a microsecond is a step, and nothing in it was measured.
void write_chrome_trace(const Trace& trace, const Order& order, std::ostream& out);

}  // namespace tilescope
