// Kernels whose warps meet banks and sectors in ways that are known, for a tile of 32:
// tests/instrumentation/warp_kernels.
#pragma once

#include <string>

#include "instrumentation/traced/recorded_kernel.h"

namespace tilescope::test {

[[nodiscard]] const RecordedKernel& warp_kernel(const std::string& name);

}  // namespace tilescope::test
