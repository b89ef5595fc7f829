// Measures the limits of a GPU: fused multiply-adds, and copying and filling memory.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/cuda.h"

namespace tilescope::cuda {

// Work of known size, for timing.
class Roof {
 public:
  explicit Roof(int multiprocessors);

  void start_multiply_adds();
  void start_copy();
  void start_fill();

  [[nodiscard]] double flops() const;         // of start_multiply_adds
  [[nodiscard]] double copied_bytes() const;  // read and written
  [[nodiscard]] double filled_bytes() const;

 private:
  unsigned blocks_;
  std::size_t count_;  // of float4 elements
  Memory<float> from_, to_;
};

}  // namespace tilescope::cuda
