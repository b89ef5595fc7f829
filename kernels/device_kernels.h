// What this build has of the catalogue's kernels for GPUs: each for a few tile widths. They stay until GPUs take
// programs, too.
#pragma once

#include <string_view>
#include <vector>

#include "instrumentation/traced/device_kernel.h"

namespace tilescope {

[[nodiscard]] const std::vector<DeviceKernel>& device_kernels();
// Null where there is none.
[[nodiscard]] const DeviceKernel* device_kernel(std::string_view name, int tile);

}  // namespace tilescope
