// The three matrices of a product in device memory.
#pragma once

namespace tilescope::cuda {

struct Matrices {
  float* a = nullptr;
  float* b = nullptr;
  float* c = nullptr;
};

}  // namespace tilescope::cuda
