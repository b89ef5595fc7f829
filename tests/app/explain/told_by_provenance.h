// The place of a multiply-add in the product, found by provenance: from the sum back to elements.
#pragma once

#include <array>
#include <cstdint>

#include "instrumentation/analysis/block_stores.h"

namespace tilescope::test {

[[nodiscard]] std::array<std::uint32_t, 3> place_told_by_provenance(const Trace& trace, const EventRef& event);

}  // namespace tilescope::test
