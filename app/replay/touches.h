// The events that load, store or sum up one element, in order of time.
#pragma once

#include <vector>

#include "app/replay/replay.h"

namespace tilescope {

struct Touch {
  std::uint64_t moment = 0;  // after the event
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t event = 0;
};

// For a global array, the events of all blocks; for a shared array, those of this block. For an element of C, includes
// the partial sums of the threads that store it.
[[nodiscard]] std::vector<Touch> touches_of(const Replay& replay, std::uint8_t array, std::uint32_t element,
                                            std::size_t block);

}  // namespace tilescope
