// Known headers, which are not read: their names and the macros they define.
#pragma once

#include <string_view>

namespace tilescope::language {

struct KnownMacro {
  std::string_view name;
  std::string_view body;
  bool of_math_constants = false;  // defined only if math_constants.h is included
};

// The macro of this name that the compiler, CUDA's headers or headers they include define; null if there is none. None
// takes arguments. __LINE__ and __COUNTER__ have no body, since they depend on where they are used.
[[nodiscard]] const KnownMacro* known_macro(std::string_view name);

// `name` is what is written between <> or "".
[[nodiscard]] bool is_known_header(std::string_view name);

}  // namespace tilescope::language
