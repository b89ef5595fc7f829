// The known headers, which are not read: their names, and the macros they define.
#pragma once

#include <string_view>

namespace tilescope::language {

struct KnownMacro {
  std::string_view name;
  std::string_view body;
  bool of_math_constants = false;  // only where math_constants.h is included; all others are always there
};

// What CUDA's own headers and those that they include define, and the compiler itself; null for other names. None takes
// arguments. Those of __LINE__ and __COUNTER__ depend on where they stand and have no body.
[[nodiscard]] const KnownMacro* known_macro(std::string_view name);

// As it stands between <> or "".
[[nodiscard]] bool is_known_header(std::string_view name);

}  // namespace tilescope::language
