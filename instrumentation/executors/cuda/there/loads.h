// Arguments for counting the loads in a GPU's trace buffer, for host and GPU.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/there/events.h"

namespace tilescope::cuda {

struct AddLoads {
  static constexpr int most_matrices = 2;
  static constexpr std::uint32_t no_such = 0xffffffff;

  struct Matrix {
    std::uint32_t array = no_such;  // its number among the kernel's arrays
    std::uint64_t elements = 0;
    std::uint32_t* loads = nullptr;  // by element
  };

  RecordedEvents events;
  std::uint32_t blocks = 0;
  Matrix matrices[most_matrices];
};

// Cells of side x side elements of a matrix: the sum, the minimum and the maximum of their loads.
struct MergeLoads {
  const std::uint32_t* loads = nullptr;
  std::uint64_t rows = 0, columns = 0;
  std::uint32_t side = 1;
  unsigned long long* cells = nullptr;
  std::uint32_t* extremes = nullptr;  // the minimum, initially the largest number, and the maximum
};

}  // namespace tilescope::cuda
