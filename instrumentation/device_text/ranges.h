// Computes bounds for a kernel's integers from the sides of a block, constants, and comparisons on the path. They prove
// many accesses to be inside their arrays, so that the generated source need not check them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::device_text {

// By instruction: true if its access to a shared array, or a thread's own, is always in bounds. Also true for
// instructions that are not accesses or are unreachable.
[[nodiscard]] std::vector<bool> accesses_inside(const machine::Code& code, const std::array<std::uint32_t, 3>& block);

}  // namespace tilescope::device_text
