// Launches of a file's kernel as what it was read as: a product, or of any arrays.
#pragma once

#include "instrumentation/launching/derive/own_kernel.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// A guess that goes astray, or has threads do what others have done, is not worth making, so others are tried.
void plan_read(Launch& launch, const Request& asked);

// Sides that are numbers which a product's kernel is given are sides of the launch.
[[nodiscard]] Request with_sides(Request request, const OwnKernel& own);

}  // namespace tilescope
