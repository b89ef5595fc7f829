// Copies of right kernels, each with one barrier or one guard left out. All barriers and guards of a text are found by
// themselves, so a new kernel needs nothing here.
#pragma once

#include <string>
#include <vector>

#include "instrumentation/machine/recorded_kernel.h"

namespace tilescope::test {

struct Mutant {
  std::string kernel;  // that it was made of
  std::string what;    // is left out: "barrier on line 13"
  int tile = 0;
  RecordedKernel recorded;
};

[[nodiscard]] std::vector<Mutant> mutants();

}  // namespace tilescope::test
