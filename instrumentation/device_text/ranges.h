// Bounds the integers of a kernel from below and above: from a block's sides, constants, and comparisons on the way. So
// it is known of many accesses that they are inside their array, and no text has to ask.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::device_text {

// By instruction: whether its access of a shared array, or of a thread's own, is inside of it in each thread and each
// time. For what is not an access, and of what no thread comes to, it is.
[[nodiscard]] std::vector<bool> accesses_inside(const machine::Code& code, const std::array<std::uint32_t, 3>& block);

}  // namespace tilescope::device_text
