// Gives the request that a launch was made from.
#pragma once

#include <string>

#include "instrumentation/launching/request/request.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// What a request calls the launch's kernel.
[[nodiscard]] std::string name_asked(const Launch& launch);
// The request that would record this launch again, its inputs aside.
[[nodiscard]] Request request_of(const Launch& launch);

}  // namespace tilescope
