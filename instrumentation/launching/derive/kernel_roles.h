// Finds which of a kernel's parameters are A, B, C, M, N and K: from its file's header, or by their names.
#pragma once

#include <map>
#include <string>

#include "instrumentation/launching/derive/product_launch.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/machine/run.h"

namespace tilescope {

// Whether all of its parameters are known by name.
[[nodiscard]] bool has_roles(const language::Kernel& kernel, const KernelHeader& header);
// What each of the machine's scalars is, as far as the header and the names say so.
[[nodiscard]] std::vector<ProductKernel::Scalar> named_scalars(const machine::Code& code, const KernelHeader& header);
// A UsageError names what is not known, and how to say it.
void give_roles(ProductKernel& own, const language::Kernel& kernel, const KernelHeader& header);
// A kernel with one number for all sides needs them to be equal.
void require_roles(const ProductKernel& own, const reading::ProductSides& sides);

// What the text calls "A", "B" and "C" of a launch.
[[nodiscard]] std::map<std::string, std::string> names_of_matrices(const Launch& launch);

}  // namespace tilescope
