// Compiles a kernel of a program into instructions.
#pragma once

#include "instrumentation/error.h"
#include "instrumentation/language/program.h"
#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// Throws a UsageError for anything that the machine does not support.
[[nodiscard]] Code compile(const language::Program& program, const language::Kernel& kernel, Lanes lanes);

}  // namespace tilescope::machine
