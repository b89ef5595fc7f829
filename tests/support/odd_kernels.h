// Kernels that go wrong, or do something odd, for the tests of executors and analyses:
// tests/instrumentation/odd_kernels.
#pragma once

#include <string>

#include "instrumentation/traced/recorded_kernel.h"

namespace tilescope::test {

[[nodiscard]] const RecordedKernel& odd_kernel(const std::string& name);

}  // namespace tilescope::test
