// Plans another kernel on the same inputs as a launch, for a comparison.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/launching/request/request.h"
#include "instrumentation/trace/launch.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// By its name: of the catalogue, of the launch's own file, a file, or "file.cu:kernel". Of matrices it has the same
// sides; of others it is given the arrays and numbers that are called so in both, or stand at the same places. The
// launch was asked for as `asked`. A UsageError says why the two cannot stand beside each other.
[[nodiscard]] Launch launch_beside(const Request& asked, std::string_view kernel, const Launch& launch);

// What such a launch has to be asked for by.
[[nodiscard]] std::string name_beside(const Launch& launch);

// The kernels worth comparing this one with, the first that can stand beside it being the best: of the catalogue, or of
// its file those that are given the same, the one before it first.
[[nodiscard]] std::vector<std::string> worth_comparing(const Launch& launch);

// Whether two kernels that were given the same make the same of it: most of what either left behind is alike, or comes
// to the same sum, as with sums of blocks and a sum of all. Kernels of one file may be given the same and do quite
// different things.
[[nodiscard]] bool make_the_same(const Trace& one, const Trace& other);

}  // namespace tilescope
