// Starts a kernel's plain text, which takes matrices and sides in the order in which it names them.
#pragma once

#include <cstdint>

#include "instrumentation/executors/recorded_kernel.h"
#include "instrumentation/trace/launch.h"

namespace tilescope::cuda {

// In the GPU's memory.
struct Matrices {
  float* a = nullptr;
  float* b = nullptr;
  float* c = nullptr;
};

// Comes back before the kernel is done.
void start_plain(const RecordedKernel& kernel, const Launch& launch, const Matrices& matrices);

// Blocks get no more dynamic shared memory than every GPU has unless it is asked for.
void allow_shared_memory(const RecordedKernel& kernel, const void* function, std::uint32_t bytes);

}  // namespace tilescope::cuda
