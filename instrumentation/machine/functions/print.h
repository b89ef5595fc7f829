// Formats the output of printf in a kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "instrumentation/language/tree/type.h"

namespace tilescope::machine {

// As C++ passes it to `...`: an int or wider, a double, a pointer.
struct Argument {
  language::TypeKind kind = language::TypeKind::int_;
  std::uint64_t bits = 0;                // of a number, as in a Word; of a pointer, its address
  std::optional<std::string_view> text;  // the string at a pointer to char, if it can be read
};

// Formats as C's printf does. A conversion whose argument is missing or of another type (%f of an int) prints a '?';
// one that CUDA does not support (%n) is printed as written. Width and precision are limited to 4,096 characters.
[[nodiscard]] std::string printed(std::string_view format, std::span<const Argument> arguments);

}  // namespace tilescope::machine
