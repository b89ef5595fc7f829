// Measures the limits of a GPU: fused multiply-adds, and memory copied and filled.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/cuda.h"

namespace tilescope::cuda {

// Work whose size is known, to be timed.
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
  std::size_t count_;  // of four floats
  Memory<float> from_, to_;
};

}  // namespace tilescope::cuda
