// The input and output of screening recorded blocks, for host and GPU.
#pragma once

#include <cstdint>

#include "instrumentation/analysis/screened.h"
#include "instrumentation/executors/cuda/there/events.h"
#include "instrumentation/executors/cuda/there/outlines.h"

namespace tilescope::cuda {

// The tracked cells of a shared array.
struct alignas(16) ScreenedArray {
  std::uint64_t first = 0;  // among those of all arrays
  std::uint64_t count = 0;
};

// The number of events made. If a thread made more than there was room for, some were not examined.
struct ScreenedEvents {
  unsigned long long events;
  std::uint32_t most;  // of any thread
};

struct ScreenJob {
  RecordedEvents events;
  const Outline* outlines;      // by place of the path; for narrow events
  const std::uint32_t* blocks;  // by slot

  const ScreenedArray* arrays;  // indexed by all array numbers that a site can hold
  bool cells_fit;               // false: anything that a block does in shared memory is suspicious
  std::uint32_t cell_count;

  BlockReport* reports;
  ScreenedEvents* all_made;
};

}  // namespace tilescope::cuda
