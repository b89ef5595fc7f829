// Right kernels with one barrier or one guard left out, as the build makes them.
#pragma once

#include <string>
#include <vector>

#include "instrumentation/executors/recorded_kernel.h"

namespace tilescope::test {

struct Mutant {
  std::string kernel;  // that it was made of
  std::string what;    // is left out
  const RecordedKernel* recorded = nullptr;
};

inline constexpr int mutant_tile = 4;
[[nodiscard]] const std::vector<Mutant>& mutants();

}  // namespace tilescope::test
