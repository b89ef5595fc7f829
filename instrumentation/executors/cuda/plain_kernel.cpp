#include "instrumentation/executors/cuda/plain_kernel.h"

#include <fmt/format.h>

#include <vector>

#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/traced/device_kernel.h"

namespace tilescope::cuda {

void allow_shared_memory(const RecordedKernel& kernel, const void* function, std::uint32_t bytes) {
  constexpr std::uint32_t always_allowed = 48 * 1024;
  if (bytes > always_allowed)
    check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
          fmt::format("giving {} its {} bytes of shared memory", kernel.name, bytes));
}

void start_plain(const RecordedKernel& kernel, const Launch& launch, const Matrices& matrices) {
  if (kernel.device->plain == nullptr)
    throw GpuError(fmt::format("{} is not run as it stands: only recorded", kernel.name));
  int m = static_cast<int>(launch.m);
  int n = static_cast<int>(launch.n);
  int k = static_cast<int>(launch.k);
  float* a = matrices.a;
  float* b = matrices.b;
  float* c = matrices.c;
  std::vector<void*> arguments;
  for (const char name : kernel.device->parameters) {
    if (name == 'A') arguments.push_back(&a);
    if (name == 'B') arguments.push_back(&b);
    if (name == 'C') arguments.push_back(&c);
    if (name == 'M') arguments.push_back(&m);
    if (name == 'N') arguments.push_back(&n);
    if (name == 'K') arguments.push_back(&k);
  }
  allow_shared_memory(kernel, kernel.device->plain, launch.dynamic_shared_bytes);
  check(cudaLaunchKernel(kernel.device->plain, dim3(launch.grid.x, launch.grid.y), dim3(launch.block.x, launch.block.y),
                         arguments.data(), launch.dynamic_shared_bytes, nullptr),
        fmt::format("running {}", kernel.name));
}

}  // namespace tilescope::cuda
