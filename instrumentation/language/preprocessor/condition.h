// Evaluates the condition of an #if.
#pragma once

#include <span>

#include "instrumentation/language/tokens/diagnostic.h"
#include "instrumentation/language/tokens/token.h"

namespace tilescope::language {

// Of tokens in which macros are replaced already; other names are 0. `at` is the directive's own place. A condition
// that makes no sense is told of and does not hold.
[[nodiscard]] bool holds(std::span<const Token> condition, Place at, Diagnostics& diagnostics);

}  // namespace tilescope::language
