// Launches of the catalogue's kernels.
#pragma once

#include "instrumentation/launching/request/request.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// A UsageError where a kernel could not index such matrices with an int.
void require_sides(const reading::ProductSides& sides);

// The launch that a request for a kernel of the catalogue means, but for its inputs.
void plan_known(Launch& launch, const Request& request);

}  // namespace tilescope
