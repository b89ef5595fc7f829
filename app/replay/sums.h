// The sums that a thread keeps: one for a kernel whose threads make an element of C each, and a small matrix of them
// for others.
#pragma once

#include <cstdint>
#include <vector>

#include "app/replay/replay.h"

namespace tilescope {

struct SumNow {
  std::uint8_t array = 0;  // the float, or the array of the thread's own
  std::uint32_t index = 0;
  float value = 0;
};

// As they are at the frame's moment, in the order in which they stand in the kernel's text and in their arrays. A sum
// that has not begun is not there.
[[nodiscard]] std::vector<SumNow> sums_of(const Replay& replay, const Frame& frame, std::uint32_t thread);

}  // namespace tilescope
