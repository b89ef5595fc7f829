// The forms and the odd kernels as nvcc compiled them; and launches of the catalogue's, at widths that it compiled.
#pragma once

#include <map>
#include <string>

#include "kernels/device_kernels.h"
#include "tests/support/random_launch.h"

namespace tilescope::test {

// By name; of odd kernels, with odd_ before it.
std::map<std::string, DeviceKernel> recording_kernels();
std::map<std::string, DeviceKernel> counting_kernels();

inline DeviceKernel device_kernel_of(const std::string& name) {
  DeviceKernel kernel = recording_kernels().at(name);
  kernel.count = counting_kernels().at(name).count;
  return kernel;
}

inline Launch random_built_launch(const std::string& kernel, std::mt19937_64& random) {
  for (;;)
    if (Launch launch = random_launch(kernel, random); device_kernel(kernel, launch.tile) != nullptr) return launch;
}

}  // namespace tilescope::test
