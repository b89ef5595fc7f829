// Which TileScope this is. The build writes version.cpp.
#pragma once

#include <string>

namespace tilescope {

[[nodiscard]] std::string version();          // "0.1.0"
[[nodiscard]] std::string version_in_full();  // with the commit, and what it was built with

}  // namespace tilescope
