// Where a CUDA toolkit puts its libraries.
#pragma once

#include <string>
#include <vector>

namespace tilescope::cuda {

// The loader's own first, then where a variable says, then the usual ones; each ends with a slash, or is empty.
[[nodiscard]] std::vector<std::string> toolkit_folders();

}  // namespace tilescope::cuda
