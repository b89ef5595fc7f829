// The arguments for checking a kernel's C against the product, for host and GPU.
#pragma once

#include <cstdint>

namespace tilescope::cuda {

struct ProductJob {
  static constexpr int side = 16;  // of a block of threads, and of its tile of elements

  const float* a;
  const float* b;
  const float* c;
  std::int64_t m, n, k;
  std::uint32_t* wrong;  // elements, up to the room for them, and their expected values
  double* expected;
  std::uint32_t room;
  std::uint32_t* wrong_count;
};

}  // namespace tilescope::cuda
