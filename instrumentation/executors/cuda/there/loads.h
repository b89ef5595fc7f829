// Requests about the loads in a GPU's trace buffer, as both sides see them.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/there/events.h"

namespace tilescope::cuda {

struct AddLoads {
  static constexpr int most_matrices = 2;
  static constexpr std::uint32_t no_such = 0xffffffff;

  struct Matrix {
    std::uint32_t array = no_such;  // its number among the kernel's
    std::uint64_t elements = 0;
    std::uint32_t* loads = nullptr;  // of each element
  };

  RecordedEvents events;
  std::uint32_t blocks = 0;
  Matrix matrices[most_matrices];
};

// Cells that stand for side x side elements of a matrix: their loads together, and the minimum and the most of any
// element.
struct MergeLoads {
  const std::uint32_t* loads = nullptr;
  std::uint64_t rows = 0, columns = 0;
  std::uint32_t side = 1;
  unsigned long long* cells = nullptr;
  std::uint32_t* extremes = nullptr;  // the minimum, which begins as the largest number there is, and the most
};

}  // namespace tilescope::cuda
