// The folders in which CUDA toolkits have their libraries.
#pragma once

#include <string>
#include <vector>

namespace tilescope::cuda {

// First the loader's own, then those of environment variables, then usual ones; each ends with a slash, or is empty.
[[nodiscard]] std::vector<std::string> toolkit_folders();

}  // namespace tilescope::cuda
