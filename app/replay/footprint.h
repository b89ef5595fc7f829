// What threads load from global memory in the whole launch, and what two of them load both.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/trace/trace.h"

namespace tilescope {

struct Footprint {
  std::uint8_t array = 0;
  std::uint32_t element = 0;
  std::uint32_t event = 0;  // the thread's
};
// In the order in which the thread loads them.
[[nodiscard]] std::vector<Footprint> footprint_of(const Trace& trace, std::size_t block, std::uint32_t thread);

// Elements that two threads of a block both load.
struct SharedLoads {
  std::vector<Footprint> elements;  // once each, as the first thread loads them
  std::uint64_t duplicates = 0;     // loads of the second that the first has done as well
};
[[nodiscard]] SharedLoads loads_in_common(const std::vector<Footprint>& one, const std::vector<Footprint>& other);

}  // namespace tilescope
