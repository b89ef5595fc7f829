// Evaluates mathematical functions of constants, if the last bit is certain.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "instrumentation/language/tree/value.h"

namespace tilescope::language {

// ceil, sqrt, min and similar functions; the arguments already have the parameters' types.
[[nodiscard]] std::optional<Value> folded_call(std::string_view function, std::span<const Value> arguments,
                                               TypeKind result);

}  // namespace tilescope::language
