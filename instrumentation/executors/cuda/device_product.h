// The product of A and B beside a kernel's C, multiplied out on the GPU: the same numbers as check_product gives.
#pragma once

#include <cstdint>

#include "instrumentation/analysis/product.h"
#include "instrumentation/executors/cuda/matrices.h"

namespace tilescope::cuda {

// The matrices are in the GPU's memory. Nothing where M * N * K is more than `most_products`.
[[nodiscard]] std::optional<ProductCheck> check_product(const Launch& launch, const Matrices& matrices,
                                                        std::uint64_t most_products = std::uint64_t{1} << 38);
// Device memory that it takes, for a while.
[[nodiscard]] std::uint64_t product_bytes(const Launch& launch);

}  // namespace tilescope::cuda
