// All counts of a launch as a long table, one number per line, for spreadsheets and plots.
#pragma once

#include <string>

#include "instrumentation/trace/trace.h"

namespace tilescope {

// "kernel,scope,array,block_y,...": the same for every launch, so that tables can be concatenated.
[[nodiscard]] std::string counts_csv_head();
// The launch, its arrays, phases, blocks and threads. Blocks that were only counted have no phases or threads.
[[nodiscard]] std::string counts_csv(const Trace& trace);

}  // namespace tilescope
