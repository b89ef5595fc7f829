// The actual order of a launch's threads on the CPU, under the launch's schedule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilescope {

// A thread's events from the end of its last turn up to `end`, without events of other threads in between.
struct Turn {
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t end = 0;

  bool operator==(const Turn&) const = default;
};
using Turns = std::vector<Turn>;

}  // namespace tilescope
