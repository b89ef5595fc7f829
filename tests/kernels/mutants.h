// Right kernels with one barrier or one guard left out, as the build makes them.
#pragma once

#include <string>
#include <vector>

#include "instrumentation/traced/recorded_kernel.h"

namespace tilescope::test {

struct Mutant {
  std::string kernel;  // that it was made of
  std::string what;    // is left out
  int tile = 0;
  const RecordedKernel* recorded = nullptr;
};

[[nodiscard]] const std::vector<Mutant>& mutants();

}  // namespace tilescope::test
