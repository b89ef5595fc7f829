// The amount of work that shows a GPU's limits, for host and GPU.
#pragma once

namespace tilescope::cuda {

struct RoofWork {
  static constexpr int sums = 8, rounds = 2048;  // enough independent sums to hide latency
};

}  // namespace tilescope::cuda
