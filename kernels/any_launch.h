// Launches of kernels that are known for no product: of any arrays and numbers, as they are asked for, as the file's
// header says, and for the rest guessed.
#pragma once

#include "instrumentation/executors/recorded_kernel.h"
#include "instrumentation/trace/launch.h"
#include "kernels/catalogue.h"
#include "kernels/kernel_header.h"

namespace tilescope {

// The kernel, the grid, the block, and what it is given. A UsageError names what cannot be and what would do.
void plan_any(Launch& launch, const Request& request, const std::shared_ptr<const RecordedKernel>& own);

}  // namespace tilescope
