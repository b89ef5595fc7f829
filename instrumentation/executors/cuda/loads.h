// Sums up the loads in the device trace buffer on the GPU: how often each element of a matrix was loaded.
#pragma once

#include "instrumentation/executors/cuda/there/loads.h"

namespace tilescope::cuda {

// Counts the loads of elements, for each requested matrix.
void add_loads(const AddLoads& job);
// Merges the loads of elements into cells.
void merge_loads(const MergeLoads& job);

}  // namespace tilescope::cuda
