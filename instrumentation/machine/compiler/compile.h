// A kernel of a program as instructions.
#pragma once

#include "instrumentation/error.h"
#include "instrumentation/language/program.h"
#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// How the lanes go: those of a block together, so that what is the same for all is done once; those of several blocks
// together; or each by itself; or likewise, and all variables can be looked at while they run.
enum class Lanes : std::uint8_t { of_a_block, of_several, apart, watched };

// Throws a UsageError for what the machine has not.
[[nodiscard]] Code compile(const language::Program& program, const language::Kernel& kernel, Lanes lanes);

}  // namespace tilescope::machine
