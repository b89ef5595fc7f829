// The version of TileScope. The build generates version.cpp.
#pragma once

#include <string>

namespace tilescope {

[[nodiscard]] std::string version();          // "0.1.0"
[[nodiscard]] std::string version_in_full();  // with the commit, the compiler and the libraries

}  // namespace tilescope
