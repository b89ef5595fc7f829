// Evaluates the condition of an #if, and other expressions over integers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "instrumentation/language/tokens/diagnostic.h"
#include "instrumentation/language/tokens/token.h"

namespace tilescope::language {

// Macros in the condition are already expanded; other names are 0. `at` is the location of the directive. A malformed
// condition is reported and is false.
[[nodiscard]] bool holds(std::span<const Token> condition, Place at, Diagnostics& diagnostics);

// The value of an expression such as "(n + 3) / max(4, BLOCK)". Nothing if it is malformed, or contains a name without
// a value or a call of anything but min and max.
using ValueOfName = std::function<std::optional<std::int64_t>(std::string_view name)>;
[[nodiscard]] std::optional<std::int64_t> value_of(std::string_view expression, const ValueOfName& value_of_name);

}  // namespace tilescope::language
