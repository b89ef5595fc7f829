// Which blocks of a trace did the very same in shared memory, so that one of them can be looked at for all.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/trace/trace.h"

namespace tilescope {

// By block: how many did just what this one did, itself among them; 0: an earlier one did it. Of the blocks that kept
// all their events; one that failed stands for itself.
[[nodiscard]] std::vector<std::uint64_t> alike_blocks(const Trace& trace);

}  // namespace tilescope
