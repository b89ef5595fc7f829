// The passes over a kernel's tree, once all of it is checked.
#pragma once

#include <string_view>

#include "instrumentation/language/tree/kernel.h"

namespace tilescope::language {

// Which arrays it and what it calls read and write, seen through pointers, references, structures and casts: fills in
// `reads` and `writes` of the kernel's parameters, and its `globals`.
void find_accesses(Kernel& kernel);

// Where nvcc may round otherwise than we say: `open_roundings` and `rounding_may_differ`; and `order_matters`.
void find_open_roundings(Kernel& kernel);

// What is legal and probably wrong. `text` is the whole one, of which conditions are cited.
void warn(const Kernel& kernel, std::string_view text, Diagnostics& diagnostics);

}  // namespace tilescope::language
