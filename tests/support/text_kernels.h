// Kernels of small texts, for the tests of executors and analyses. Those in tests/instrumentation/odd_kernels go wrong,
// or do something odd; those in warp_kernels meet banks and sectors in a known way; and forms say which events they
// give.
#pragma once

#include <string>

#include "instrumentation/launching/derive/product_launch.h"

namespace tilescope::test {

// Read with TILE as that number.
[[nodiscard]] ProductKernel kernel_of(const std::string& name, const std::string& text, int tile);

// tests/instrumentation, or what TILESCOPE_TEXTS says where a test is run elsewhere.
[[nodiscard]] std::string texts_folder();
[[nodiscard]] const ProductKernel& odd_kernel(const std::string& name);
[[nodiscard]] const ProductKernel& warp_kernel(const std::string& name);
[[nodiscard]] const ProductKernel& form_kernel(const std::string& name);

}  // namespace tilescope::test
