// Reads a #define.
#pragma once

#include <optional>
#include <span>

#include "instrumentation/language/preprocessor/preprocessed.h"

namespace tilescope::language {

// Reads what follows "#define" on its line; `at` is the location of the directive. A malformed definition is reported
// and yields nothing.
[[nodiscard]] std::optional<Macro> definition(std::span<const Token> line, Place at, Diagnostics& diagnostics);

// True if both expand the same arguments to the same tokens.
[[nodiscard]] bool is_same(const Macro& a, const Macro& b);

}  // namespace tilescope::language
