#include "instrumentation/executors/cuda/cuda.h"

#include <fmt/format.h>

namespace tilescope::cuda {

void check(cudaError_t result, const std::string& what) {
  if (result == cudaSuccess) return;
  cudaGetLastError();  // it was told; the next call is not to tell it again
  throw GpuError(fmt::format("the GPU failed in {}: {}", what, cudaGetErrorString(result)));
}

std::uint64_t free_memory() {
  std::size_t free = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free, &total), "asking for its free memory");
  return free;
}

}  // namespace tilescope::cuda
