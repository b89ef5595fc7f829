// The input and output of a screening of recorded blocks, as both sides see it.
#pragma once

#include <cstdint>

#include "instrumentation/analysis/screened.h"
#include "instrumentation/executors/cuda/there/events.h"
#include "instrumentation/executors/cuda/there/outlines.h"

namespace tilescope::cuda {

// For a shared array, the cells that are kept of it.
struct alignas(16) ScreenedArray {
  std::uint64_t first = 0;  // among those of all arrays
  std::uint64_t count = 0;
};

// What the threads made. Where one made more events than there was room for, some were not looked at.
struct ScreenedEvents {
  unsigned long long events;
  std::uint32_t most;  // of any thread
};

struct ScreenJob {
  RecordedEvents events;
  const Outline* outlines;      // by path's place; of narrow events
  const std::uint32_t* blocks;  // by slot

  const ScreenedArray* arrays;  // by every number that a site has room for
  bool cells_fit;               // or whatever a block does in shared memory is suspicious
  std::uint32_t cell_count;

  BlockReport* reports;
  ScreenedEvents* all_made;
};

}  // namespace tilescope::cuda
