// What a kernel multiplies: as its header or its names claim, or as launches of it show.
#pragma once

#include <optional>

#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/reading/product_reading.h"

namespace tilescope {

// By its header, or if all of its names say what they are; its sides and blocks are usual ones. A UsageError names what
// the header leaves open.
[[nodiscard]] std::optional<reading::ProductReading> claimed_product(const RecordedKernel& own,
                                                                     const KernelHeader& header);
// By launching it, as it is asked for where that says anything. Where all matrices lie by columns, it is the transpose
// of the product, which lies by rows.
[[nodiscard]] std::optional<reading::ProductReading> found_product(const RecordedKernel& own, const Request& request,
                                                                   const KernelHeader& header);

// The side of the first shared tile: what most kernels are cut into squares of; 0: there is none.
[[nodiscard]] std::int64_t tile_of(const machine::Code& code);
// Kernels without guards take multiples of their tiles: two of them each way; where tiles are not squares, the largest
// of the kernel's numbers.
[[nodiscard]] std::int64_t guessed_side(const machine::Code& code);

}  // namespace tilescope
