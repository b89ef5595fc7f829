// Finds sums in shared memory that are no longer read: if a block sums up what it loads, what went into them is lost.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/analysis/block_stores.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

struct LostSum {
  std::uint8_t array = no_array;
  std::uint32_t index = 0;
  std::uint32_t line = 0;  // that stored it
  // An element of global memory that went into it, as far as the trace tells.
  std::uint8_t from = no_array;
  std::uint32_t element = 0;
};

// For a block that loads many elements of global memory and changes few; else, and where it has no events, none. That
// what went into a sum went into nothing else is for the caller to find out.
[[nodiscard]] std::vector<LostSum> lost_sums(const Trace& trace, std::size_t block);

}  // namespace tilescope
