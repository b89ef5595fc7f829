// What a launch left, held against what it is known to compute.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/trace/site.h"

namespace tilescope {

struct ResultCheck {
  std::uint8_t array = no_array;     // that holds the result
  std::uint64_t elements = 0;        // of it, that were compared
  std::vector<std::uint32_t> wrong;  // those that are not as they should be, by their places in the array
  std::vector<double> expected;      // what each of them should be
};

}  // namespace tilescope
