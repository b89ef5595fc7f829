// Estimates the global memory traffic of a launch without recording all of it: one block of a small launch is counted.
#pragma once

#include <optional>

#include "app/measured/kernel_table.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// Loads are scaled by K, everything by the number of blocks. Empty if the launch is not a product or no small launch is
// possible.
[[nodiscard]] std::optional<Traffic> traffic_of(const Launch& launch);

}  // namespace tilescope
