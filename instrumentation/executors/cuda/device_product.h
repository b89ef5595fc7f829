// Multiplies A and B on the GPU and compares a kernel's C with the product: the same numbers as check_result gives.
#pragma once

#include <cstdint>
#include <optional>

#include "instrumentation/analysis/result_check.h"
#include "instrumentation/executors/cuda/matrices.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope::cuda {

// The matrices, all by rows, are in the GPU's memory. Nothing if M * N * K is more than `most_products`. Where many
// elements are wrong it is multiplied out twice: before the second time it is known how many they are.
[[nodiscard]] std::optional<ResultCheck> check_product(const reading::LaunchProduct& product, const Matrices& matrices,
                                                       std::uint64_t most_products = std::uint64_t{1} << 38);
// Device memory that it takes at most, for a while.
[[nodiscard]] std::uint64_t product_bytes(const reading::LaunchProduct& product);

}  // namespace tilescope::cuda
