// Runs a kernel's plain text, compiled with NVRTC's defaults, which are nvcc's.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "instrumentation/executors/cuda/compiled.h"
#include "instrumentation/executors/recorded_kernel.h"
#include "instrumentation/trace/launch.h"

namespace tilescope::cuda {

// In the GPU's memory.
struct Matrices {
  float* a = nullptr;
  float* b = nullptr;
  float* c = nullptr;
};

class PlainKernel {
 public:
  PlainKernel(const RecordedKernel& kernel, const Launch& launch);

  [[nodiscard]] Function function();
  // Comes back before the kernel is done.
  void start(const Matrices& matrices);

 private:
  void give(const Matrices& matrices);

  const RecordedKernel& kernel_;
  const Launch& launch_;
  std::shared_ptr<Module> module_;
  Function function_ = nullptr;
  std::uint32_t generation_ = 0;
  std::vector<std::uint64_t> scalars_;
  std::vector<std::vector<std::byte>> arguments_;  // by the kernel's parameters
};

// For what it takes; of the same text it is compiled once.
[[nodiscard]] Function plain_function(const RecordedKernel& kernel);

}  // namespace tilescope::cuda
