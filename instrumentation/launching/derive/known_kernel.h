// The program's own products: their texts are read for a tile's width when that is asked for.
#pragma once

#include <memory>
#include <string_view>

#include "instrumentation/launching/derive/own_kernel.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

[[nodiscard]] std::shared_ptr<const OwnKernel> known_kernel(std::string_view name, int tile);
// The kernel of a launch, read for its tile the first time that it is asked for. One of a file lives as long as the
// launch does.
[[nodiscard]] const RecordedKernel& recorded_kernel(const Launch& launch);

}  // namespace tilescope
