// Finds the stores that an atomic or a flag may overtake on a GPU, because there is no fence in between.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// By array, in order: the sites of atomics, and of stores to global memory, that are reachable after a plain store to
// this array without a __threadfence in between. After a barrier, one thread's fence is enough for all.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> sites_past_unfenced_stores(const Code& code);

}  // namespace tilescope::machine
