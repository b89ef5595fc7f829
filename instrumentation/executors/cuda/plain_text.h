// A kernel's plain text for a GPU: the user's own, unchanged but for what only the host needs, which is left out, and
// for the knobs that were turned.
#pragma once

#include <string>
#include <vector>

#include "instrumentation/executors/recorded_kernel.h"

namespace tilescope::cuda {

struct PlainText {
  std::string text;
  std::string kernel;                 // as C++ names it: "reduce<256>"
  std::vector<std::string> includes;  // what it includes; a stand-in takes the place of each
};
[[nodiscard]] PlainText plain_text(const RecordedKernel& kernel);

// What stands in for a header: numbers' types, limits and the like.
[[nodiscard]] const std::string& stand_in();

}  // namespace tilescope::cuda
