// Adds up, on the GPU, the loads in the device trace buffer: how often each element of a matrix was loaded.
#pragma once

#include "instrumentation/executors/cuda/there/loads.h"

namespace tilescope::cuda {

// For each matrix that is asked for, its elements' loads.
void add_loads(const AddLoads& job);
// Elements' loads into those of cells.
void merge_loads(const MergeLoads& job);

}  // namespace tilescope::cuda
