#include "kernels/device_kernels.h"

namespace tilescope {

const DeviceKernel* device_kernel(std::string_view name, int tile) {
  for (const DeviceKernel& kernel : device_kernels())
    if (kernel.name == name && (kernel.tile == 0 || kernel.tile == tile)) return &kernel;
  return nullptr;
}

}  // namespace tilescope
