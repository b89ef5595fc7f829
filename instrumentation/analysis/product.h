// Whether the C that a kernel made is the product of its A and B.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "instrumentation/trace/trace.h"

namespace tilescope {

struct ProductCheck {
  std::vector<std::uint32_t> wrong;  // elements of C, row by row
  std::vector<double> expected;      // of each of them, what it should be
};

// Compares with a product in double precision; an element may be off by K * 2^-23 times the sum of |a * b|, the bound
// for sums in float. Nothing where M * N * K is more than `most_products`, where
// not all blocks ran, or where the kernel is not known to be a product.
[[nodiscard]] std::optional<ProductCheck> check_product(const Trace& trace, std::uint64_t most_products = 1U << 26);

}  // namespace tilescope
