// All counts of a launch as a long table, a number a line: for spreadsheets and for plotting.
#pragma once

#include <string>

#include "instrumentation/trace/trace.h"

namespace tilescope {

// "kernel,scope,array,block_y,...": the same for every launch, so that several may follow each other.
[[nodiscard]] std::string counts_csv_head();
// Of the launch, its arrays, phases, blocks and threads. What was only counted has no phases and no threads.
[[nodiscard]] std::string counts_csv(const Trace& trace);

}  // namespace tilescope
