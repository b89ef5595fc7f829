// The accesses of a launch to global memory, warp by warp, without recording all of it: one block of a small launch is
// counted.
#pragma once

#include <optional>

#include "app/measured/kernel_table.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// Loads grow with K, and all of it with the number of blocks. Empty if the kernel takes no small shape of its kind.
[[nodiscard]] std::optional<Traffic> traffic_of(const Launch& launch);

}  // namespace tilescope
