// A kernel of a program as instructions.
#pragma once

#include "instrumentation/error.h"
#include "instrumentation/language/program.h"
#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// `apart`: for threads that run one after the other; else they go together, and what is the same for all is done once.
// Throws a UsageError for what the machine has not.
[[nodiscard]] Code compile(const language::Program& program, const language::Kernel& kernel, bool apart);

}  // namespace tilescope::machine
