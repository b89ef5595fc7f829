// Reads a kernel as a product, from a launch of any arrays that was found for it: which three of its arrays are one,
// what its numbers are to it, and whether it is one in other launches too. Names only say what is tried first.
#pragma once

#include <optional>

#include "instrumentation/reading/product_reading.h"

namespace tilescope::reading {

[[nodiscard]] std::optional<ProductReading> read_product(const machine::Prepared& kernel, const ProductHints& known);

}  // namespace tilescope::reading
