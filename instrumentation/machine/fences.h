// Finds the stores that an atomic or a flag may overtake on a GPU, because no fence stands between.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// By array, in order: the sites of atomics, and of stores to global memory, that some way through the kernel leads to
// after a plain store to this array and no __threadfence since. After a barrier, the fence of one thread does for
// all.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> sites_past_unfenced_stores(const Code& code);

}  // namespace tilescope::machine
