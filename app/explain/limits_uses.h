// How much of each resource of a multiprocessor its blocks use.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/explain/limits.h"

namespace tilescope {

// A resource of a multiprocessor, and how much of it the blocks use.
struct Use {
  Limiter limiter;
  const char* name;
  std::uint64_t used = 0, all = 0;
  std::string amount;
  std::optional<int> room;
};

[[nodiscard]] std::vector<Use> uses_of(const Gpu& gpu, const AtTile& at);

// Whether it keeps more blocks out; threads and warps are one resource.
[[nodiscard]] bool limits(const Occupancy& occupancy, Limiter limiter);

}  // namespace tilescope
