// Kernels that fail on a GPU in ways that no kernel text can make them fail.
#include "instrumentation/traced/device_launch.h"

namespace tilescope::test {

namespace {

__global__ void trap(const traced::DeviceLaunch) { __trap(); }

__global__ void stray(const traced::DeviceLaunch launch) {
  launch.arguments.C.data[std::uint64_t{1} << 40] = 1;
}

}  // namespace

const void* trapping_kernel() { return reinterpret_cast<const void*>(&trap); }
const void* straying_kernel() { return reinterpret_cast<const void*>(&stray); }

}  // namespace tilescope::test
