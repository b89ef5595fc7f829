// A thread's accesses to shared memory follow from its index, the launch's parameters, and a few things that may differ
// between blocks: the place of its block, and the values it loads. This finds where such a thing decides which
// instruction comes next or which shared cell is accessed. Blocks whose threads agree there did the same in shared
// memory, so one of them represents all.
#pragma once

#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::device_text {

// By instruction: true if the direction of a branch, or the shared cell of an access, may differ between blocks. Always
// false if blocks have no shared memory.
[[nodiscard]] std::vector<bool> ways_that_differ(const machine::Code& code);

}  // namespace tilescope::device_text
