// Kernels from small sources, for tests of executors and analyses. Kernels in tests/instrumentation/odd_kernels go
// wrong or do something odd; those in warp_kernels have known bank conflicts and sectors; forms list the events that
// they give.
#pragma once

#include <string>

#include "instrumentation/launching/derive/kernel_roles.h"

namespace tilescope::test {

// Compiles the source with this value of TILE.
[[nodiscard]] ProductKernel kernel_of(const std::string& name, const std::string& text, int tile);

// tests/instrumentation, or TILESCOPE_TEXTS if the test runs elsewhere.
[[nodiscard]] std::string texts_folder();
[[nodiscard]] const ProductKernel& odd_kernel(const std::string& name);
[[nodiscard]] const ProductKernel& warp_kernel(const std::string& name);
[[nodiscard]] const ProductKernel& form_kernel(const std::string& name);

}  // namespace tilescope::test
