// Finds out by trials whether a kernel multiplies matrices: small launches on numbers that tell elements apart, with
// what is not known of a launch (its numbers, its blocks, its grid) varied until what comes out is a product. Names
// only say what is tried first.
#pragma once

#include <optional>

#include "instrumentation/reading/product_reading.h"

namespace tilescope::reading {

[[nodiscard]] std::optional<ProductReading> read_product(const machine::Prepared& kernel, const ProductHints& known);

}  // namespace tilescope::reading
