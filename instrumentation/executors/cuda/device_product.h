// Multiplies A and B on the GPU and compares a kernel's C with the product: the result is the same as check_result's.
#pragma once

#include <cstdint>
#include <optional>

#include "instrumentation/analysis/result_check.h"
#include "instrumentation/executors/cuda/matrices.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope::cuda {

// The matrices, all row-major, are in device memory. None if M * N * K is more than `most_products`. If many elements
// are wrong, it multiplies twice, because only then their number is known.
[[nodiscard]] std::optional<ResultCheck> check_product(const reading::LaunchProduct& product, const Matrices& matrices,
                                                       std::uint64_t most_products = std::uint64_t{1} << 38);
// The maximum device memory that it takes temporarily.
[[nodiscard]] std::uint64_t product_bytes(const reading::LaunchProduct& product);

}  // namespace tilescope::cuda
