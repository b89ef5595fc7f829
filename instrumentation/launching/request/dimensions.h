// Grids and blocks, as dim3 has them.
#pragma once

#include <array>
#include <cstdint>

#include "instrumentation/trace/launch.h"

namespace tilescope {

using Dimensions = std::array<std::int64_t, 3>;

// As dim3 has them.
[[nodiscard]] Dimensions grid_of(const Launch& launch);
[[nodiscard]] Dimensions block_of(const Launch& launch);
// Gives them to a launch, with the bytes of dynamic shared memory, where its program's shared arrays leave room for
// them. A UsageError names what no GPU takes.
void set_dimensions(Launch& launch, const Dimensions& grid, const Dimensions& block, std::int64_t shared_bytes);

}  // namespace tilescope
