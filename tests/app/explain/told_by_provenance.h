// Where in the product a multiply-add is, as provenance tells it: from what was summed up back to elements.
#pragma once

#include <array>
#include <cstdint>

#include "instrumentation/analysis/block_stores.h"

namespace tilescope::test {

[[nodiscard]] std::array<std::uint32_t, 3> place_told_by_provenance(const Trace& trace, const EventRef& event);

}  // namespace tilescope::test
