// The story of one element: every event that loads, stores or sums it up, in order of time.
#pragma once

#include <vector>

#include "app/replay/replay.h"

namespace tilescope {

struct Touch {
  std::uint64_t moment = 0;  // at its end
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t event = 0;
};

// For a global array: by all blocks; for a shared one: by this block. An element of C includes the partial sums of the
// threads that store it.
[[nodiscard]] std::vector<Touch> touches_of(const Replay& replay, std::uint8_t array, std::uint32_t element,
                                            std::size_t block);

}  // namespace tilescope
