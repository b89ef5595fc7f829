// Checks whether a kernel that made a product in one launch makes it in others too, which leave less room for mistakes:
// larger and different sides, several blocks each way, and, where the text has guards, sides that no tile divides.
#pragma once

#include "instrumentation/reading/product_reading.h"

namespace tilescope::reading {

struct Proof {
  Trust trust = Trust::right;
  std::optional<ProductReading> failing;  // a launch in which it is not right, though it may not be meant for that one
};

[[nodiscard]] Proof prove(const machine::Prepared& kernel, const ProductHints& known, const ProductReading& reading);

}  // namespace tilescope::reading
