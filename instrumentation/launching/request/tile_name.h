// What a kernel's own text calls the width of its tiles.
#pragma once

#include <string>

#include "instrumentation/trace/launch.h"

namespace tilescope {

// The macro, constant or template parameter whose value is the launch's tile: "TILE", "BK". "T" if the text has none.
[[nodiscard]] std::string tile_name(const Launch& launch);

}  // namespace tilescope
