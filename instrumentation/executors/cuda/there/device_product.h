// What it takes to multiply out a product and hold a kernel's C against it, as both sides see it.
#pragma once

#include <cstdint>

namespace tilescope::cuda {

struct ProductJob {
  static constexpr int side = 16;  // of a block of threads, and of the elements that it multiplies out

  const float* a;
  const float* b;
  const float* c;
  std::int64_t m, n, k;
  std::uint32_t* wrong;  // elements, as far as there is room, and what they should be
  double* expected;
  std::uint32_t room;
  std::uint32_t* wrong_count;
};

}  // namespace tilescope::cuda
