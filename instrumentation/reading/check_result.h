// Checks whether a launch left what it is known to compute.
#pragma once

#include <cstdint>
#include <optional>

#include "instrumentation/analysis/result_check.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::reading {

// By the text's `reference`, where one is of this launch (see reference.h). Else a product is compared with one in
// double precision; an element may be off by K * 2^-23 times the sum of |a * b|, the bound for sums in float. Nothing
// where M * N * K is more than `most_products`, where a fault ended the launch or not all blocks ran, or where it is
// not known what the kernel computes.
[[nodiscard]] std::optional<ResultCheck> check_result(const Trace& trace, std::uint64_t most_products = 1U << 26);

}  // namespace tilescope::reading
