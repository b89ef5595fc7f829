// The real order of the threads of a launch, as the CPU ran them by the launch's schedule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilescope {

// A thread's events from where its last turn ended up to `end`, before any other thread did anything.
struct Turn {
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t end = 0;

  bool operator==(const Turn&) const = default;
};
using Turns = std::vector<Turn>;

}  // namespace tilescope
