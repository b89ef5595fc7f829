// Reads kernels in a user's files on demand: which kernel of the file is meant, and what it computes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "instrumentation/launching/request/request.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/reading/product_reading.h"

namespace tilescope {

struct OwnKernel : RecordedKernel {
  std::optional<reading::ProductReading> product;  // what it multiplies, as far as that is known
  bool is_claimed = false;                         // by its header or its names, or it was found
  bool search_ended = false;                       // what it is was looked for until the work for that was used up
};

// The file is read unless it was read before and is as it was; a UsageError names the file, the line and what is wrong.
// As a kernel of any arrays; as the product that its header or its names claim; and as what launches of it show.
[[nodiscard]] std::shared_ptr<const OwnKernel> read_own(const Request& request);
[[nodiscard]] std::shared_ptr<const OwnKernel> read_claimed(const Request& request);
[[nodiscard]] std::shared_ptr<const OwnKernel> read_tried(const Request& request);
// A text may have its sides as macros, which a request's then are; and the width of its tiles.
[[nodiscard]] Request with_sides_as_knobs(const Request& asked);

}  // namespace tilescope
