// Formats the output of printf in a kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "instrumentation/language/tree/type.h"

namespace tilescope::machine {

// As C++ hands it to `...`: an int or wider, a double, a pointer.
struct Argument {
  language::TypeKind kind = language::TypeKind::int_;
  std::uint64_t bits = 0;                // of a number as a Word has them; of a pointer its address
  std::optional<std::string_view> text;  // what a pointer to char points to, if that can be read
};

// As C's printf does it. A conversion whose argument is missing or of another sort (%f of an int) prints a '?'; one
// that CUDA does not know (%n) stays as it is written. No field is wider than 4,096 characters by its width or
// precision.
[[nodiscard]] std::string printed(std::string_view format, std::span<const Argument> arguments);

}  // namespace tilescope::machine
