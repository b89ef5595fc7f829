// Adds up, on the GPU, the loads in the device trace buffer: how often each element of each global array was loaded.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/recorded_events.h"
#include "instrumentation/trace/packed_event.h"

namespace tilescope::cuda {

struct AddLoads {
  static constexpr int most_arrays = 8;

  RecordedEvents events;
  std::uint32_t blocks = 0;
  std::uint32_t* loads[most_arrays] = {};  // by array: of each element; null where nobody asks
};
void add_loads(const AddLoads& job);

// Cells that stand for side x side elements of a matrix: their loads together, and the least and the most of any
// element.
struct MergeLoads {
  const std::uint32_t* loads = nullptr;
  std::uint64_t rows = 0, columns = 0;
  std::uint32_t side = 1;
  unsigned long long* cells = nullptr;
  std::uint32_t* extremes = nullptr;  // the least, which begins as the largest number there is, and the most
};
void merge_loads(const MergeLoads& job);

}  // namespace tilescope::cuda
