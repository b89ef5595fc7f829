// The amount of each work that shows a GPU's limits, as both sides see it.
#pragma once

namespace tilescope::cuda {

struct RoofWork {
  static constexpr int sums = 8, rounds = 2048;  // enough sums side by side that none waits for the one before
};

}  // namespace tilescope::cuda
