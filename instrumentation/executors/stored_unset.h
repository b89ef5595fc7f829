// Finds out whether a launch stores the value of a variable that was never set.
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

// The first store to global memory whose value is another one where threads' own variables hold something else before
// they are set. Nothing: there is none, or it takes too long to find out.
[[nodiscard]] std::optional<StoredUnset> stored_unset(const Launch& launch);

}  // namespace tilescope
