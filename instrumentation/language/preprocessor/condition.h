// Evaluates the condition of an #if.
#pragma once

#include <span>

#include "instrumentation/language/tokens/diagnostic.h"
#include "instrumentation/language/tokens/token.h"

namespace tilescope::language {

// Macros in the condition are already expanded; other names are 0. `at` is the location of the directive. A malformed
// condition is reported and is false.
[[nodiscard]] bool holds(std::span<const Token> condition, Place at, Diagnostics& diagnostics);

}  // namespace tilescope::language
