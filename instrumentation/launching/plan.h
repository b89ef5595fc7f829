// Plans launches for requests: the front door of this folder.
#pragma once

#include "instrumentation/launching/plan/plan_whole.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// The launch that a request means, its inputs made or read; a UsageError names what cannot be and what would do.
[[nodiscard]] Launch plan(const Request& request, Inputs inputs = Inputs::made);
// The launch of a trace file, whose arrays may be numbered as they once were, as its kernel is launched today.
[[nodiscard]] Launch launch_again(const Launch& of_file);

}  // namespace tilescope
