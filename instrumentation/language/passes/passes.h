// Passes over a kernel's tree, after all of it is checked.
#pragma once

#include <string_view>

#include "instrumentation/language/tree/kernel.h"

namespace tilescope::language {

// Finds the arrays that the kernel and what it calls read and write, through pointers, references, structures and
// casts: sets `reads` and `writes` of its parameters, and its `globals`.
void find_accesses(Kernel& kernel);

// Finds where nvcc may round differently: sets `open_roundings` and `rounding_may_differ`; also `order_matters`.
void find_open_roundings(Kernel& kernel);

// Warns of legal code that is probably wrong. `text` is the whole source, from which conditions are quoted.
void warn(const Kernel& kernel, std::string_view text, Diagnostics& diagnostics);

}  // namespace tilescope::language
