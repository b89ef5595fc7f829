// How much of each resource of a multiprocessor the blocks use.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/explain/limits.h"

namespace tilescope {

struct Use {
  Limiter limiter;
  const char* name;
  std::uint64_t used = 0, all = 0;
  std::string amount;
  std::optional<int> room;
};

[[nodiscard]] std::vector<Use> uses_of(const Gpu& gpu, const AtTile& at);

// Whether this resource limits the number of blocks; threads and warps count as one.
[[nodiscard]] bool limits(const Occupancy& occupancy, Limiter limiter);

}  // namespace tilescope
