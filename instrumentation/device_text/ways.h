// A thread's accesses to shared memory follow from its index, from what the launch gives, and from little that another
// block may have otherwise: where its block is, what it loads. Here is told where such a thing decides which
// instruction comes next, or which shared cell is meant. Blocks whose threads agree there did the same in shared
// memory, and what one of them did stands for all.
#pragma once

#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::device_text {

// By instruction: whether the way from a branch, or the shared cell of an access, may be another one in another block.
// Not where blocks have no shared memory, in which they could do anything.
[[nodiscard]] std::vector<bool> ways_that_differ(const machine::Code& code);

}  // namespace tilescope::device_text
