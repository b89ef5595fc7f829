// Whole launches: the plan of a kernel, what is recorded of it, and what its arrays hold.
#pragma once

#include <cstdint>
#include <functional>

#include "instrumentation/launching/plan/begun_launch.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// Whether a launch gets its matrices; code that runs many launches of one shape makes them once.
enum class Inputs : std::uint8_t { made, none };

// A UsageError where a kernel could not index such matrices with an int.
void require_sides(const reading::ProductSides& sides);

// Plans the kernel of a request, whose sides files of inputs may have given; tells what its arrays hold already.
using PlanKernel = std::function<HeldArrays(Launch& launch, const Request& sized)>;
// The launch that a request means, its inputs made or read; a UsageError names what cannot be and what would do.
[[nodiscard]] Launch plan_whole(const Request& asked, Inputs inputs, const PlanKernel& plan_kernel);

// The launch of a file's kernel, some of whose arrays hold something already.
[[nodiscard]] Launch plan_on(const Request& request, const Beginning& beginning);
// One of which the grid, the block and all numbers are asked for: see plan_as_said.
[[nodiscard]] Launch plan_said(const Request& said, const Beginning& beginning);

}  // namespace tilescope
