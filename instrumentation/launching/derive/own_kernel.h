// Reads kernels in a user's files on demand: which kernel of the file is meant, and what it computes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "instrumentation/launching/derive/kernel_reading.h"
#include "instrumentation/launching/derive/product_launch.h"
#include "instrumentation/launching/request/request.h"

namespace tilescope {

struct OwnKernel : ProductKernel {
  std::optional<KernelReading> reading;        // where its names do not say what is what
  std::optional<KernelReading> mixed_layouts;  // where they are not a corner of matrices by rows
  bool is_any = false;                         // nothing says that it multiplies matrices, or it is mixed
  bool search_ended = false;                   // what it is was looked for until the work for that was used up
};

// By its names where they say what is what, and else by trying; by trying all the same; or as one of any arrays.
enum class ReadAs : std::uint8_t { named, tried, any };

// The file is read unless it was read before and is as it was; a UsageError names the file, the line and what is wrong.
[[nodiscard]] std::shared_ptr<const OwnKernel> read_own(const Request& request, ReadAs as = ReadAs::named);
// A text may have its sides as macros, which a request's then are; and the width of its tiles.
[[nodiscard]] Request with_sides_as_knobs(const Request& asked);

}  // namespace tilescope
