// Finds out whether a launch stores the value of an uninitialized variable.
#pragma once

#include <cstdint>
#include <optional>

#include "instrumentation/trace/launch.h"

namespace tilescope {

struct StoredUnset {
  std::uint32_t line = 0;
  std::uint64_t block = 0;
  std::uint32_t thread = 0;
};

// The first store to global memory whose value changes with the initial contents of threads' variables. None: there is
// no such store, or the search takes too long.
[[nodiscard]] std::optional<StoredUnset> stored_unset(const Launch& launch);

}  // namespace tilescope
