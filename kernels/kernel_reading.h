// Reads a file's kernel as a product, where its text does not say by names what is what.
#pragma once

#include <array>
#include <optional>

#include "instrumentation/executors/recorded_kernel.h"
#include "instrumentation/language/program.h"
#include "instrumentation/reading/read_product.h"
#include "kernels/kernel_header.h"

namespace tilescope {

using Dimensions = std::array<std::int64_t, 3>;

// The launch of the kernel in the text's own host part, where what the kernel is given has these values.
[[nodiscard]] std::optional<language::Launch> launch_in_text(const RecordedKernel& own, const std::vector<double>& scalars);

// What the kernel computes, found by trying; with a grid and a block that somebody wants, where they are given.
[[nodiscard]] std::optional<reading::ProductReading> read_as_product(const RecordedKernel& own,
                                                                     const KernelHeader& header,
                                                                     const std::optional<Dimensions>& grid,
                                                                     const std::optional<Dimensions>& block);

}  // namespace tilescope
