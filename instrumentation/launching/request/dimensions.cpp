#include "instrumentation/launching/request/dimensions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "instrumentation/error.h"
#include "instrumentation/machine/prepared.h"
#include "instrumentation/machine/recorded_kernel.h"

namespace tilescope {

namespace {

constexpr std::int64_t most_shared_bytes = 232448;  // of a block, on the GPU with most

void require_dimensions(std::string_view what, const Dimensions& of, const Dimensions& most) {
  for (std::size_t n = 0; n < 3; ++n)
    if (of[n] < 1 || of[n] > most[n])
      throw UsageError(
          fmt::format("a {} of {}: {} must be from 1 to {}", what, fmt::join(of, " x "), "xyz"[n], most[n]));
}

}  // namespace

Dimensions grid_of(const Launch& launch) {
  return {launch.grid.x, launch.grid.y / launch.grid_depth, launch.grid_depth};
}
Dimensions block_of(const Launch& launch) {
  return {launch.block.x, launch.block.y / launch.block_depth, launch.block_depth};
}

void set_dimensions(Launch& launch, const Dimensions& grid, const Dimensions& block, std::int64_t shared_bytes) {
  require_dimensions("block", block, {1024, 1024, 64});
  if (block[0] * block[1] * block[2] > 1024)
    throw UsageError(fmt::format("a block of {} has {} threads, but at most 1024 are allowed", fmt::join(block, " x "),
                                 block[0] * block[1] * block[2]));
  require_dimensions("grid", grid, {2147483647, 65535, 65535});
  const auto own_bytes = static_cast<std::int64_t>(launch.program->prepared->code().shared_bytes);
  if (shared_bytes < 0 || shared_bytes + own_bytes > most_shared_bytes)
    throw UsageError(fmt::format("{}: a block has at most {} bytes of shared memory, but this launch needs {}",
                                 launch.program->name, most_shared_bytes, shared_bytes + own_bytes));
  launch.block = {static_cast<unsigned>(block[0]), static_cast<unsigned>(block[1] * block[2])};
  launch.block_depth = static_cast<unsigned>(block[2]);
  launch.grid = {static_cast<unsigned>(grid[0]), static_cast<unsigned>(grid[1] * grid[2])};
  launch.grid_depth = static_cast<unsigned>(grid[2]);
  launch.dynamic_shared_bytes = static_cast<std::uint32_t>(shared_bytes);
}

}  // namespace tilescope
