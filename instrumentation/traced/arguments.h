// What a launch hands to a kernel: the matrices by name, and their sides.
#pragma once

#include <cstdint>

namespace tilescope::traced {

struct Arguments {
  struct Matrix {
    float* data = nullptr;
    std::uint32_t extent = 0;
  };
  Matrix A, B, C;
  int M = 0, N = 0, K = 0;
};

}  // namespace tilescope::traced
