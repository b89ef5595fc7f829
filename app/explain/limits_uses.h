// How much of each resource of a multiprocessor the blocks use, as bars. A resource that limits their number is lit.
#pragma once

#include <vector>

#include "app/explain/limits.h"
#include "app/stage/flow.h"

namespace tilescope {

[[nodiscard]] std::vector<Bar> uses_of(const Gpu& gpu, const AtTile& at);

}  // namespace tilescope
