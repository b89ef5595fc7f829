// Reads a #define.
#pragma once

#include <optional>
#include <span>

#include "instrumentation/language/preprocessor/preprocessed.h"

namespace tilescope::language {

// For what follows "#define" on its line; `at` is the directive's own place. Nothing if that makes no sense, which is
// told.
[[nodiscard]] std::optional<Macro> definition(std::span<const Token> line, Place at, Diagnostics& diagnostics);

// They make the same of the same arguments.
[[nodiscard]] bool is_same(const Macro& a, const Macro& b);

}  // namespace tilescope::language
