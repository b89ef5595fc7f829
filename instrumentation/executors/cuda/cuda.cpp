#include "instrumentation/executors/cuda/cuda.h"

#include <fmt/format.h>

#include "instrumentation/memory.h"

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

std::uint64_t all_memory() {
  std::size_t free = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free, &total), "asking for its memory");
  return total;
}

void* take(std::size_t bytes) {
  void* memory = nullptr;
  if (bytes > 0) check(cudaMalloc(&memory, bytes), fmt::format("taking {} of its memory", in_words(bytes)));
  return memory;
}

}  // namespace tilescope::cuda
