// How much of each work a GPU is given to show what it can do, as both sides see it.
#pragma once

namespace tilescope::cuda {

struct RoofWork {
  static constexpr int sums = 8, rounds = 2048;  // enough sums side by side that none waits for the one before
};

}  // namespace tilescope::cuda
