// What stands at the right of an assignment in a kernel's text, so that a picture says no less than the text does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope {

struct Assignment {
  std::string op;     // "=", "+=" and the like
  std::string right;  // in one row, with its blanks
  // "x" for a plain name, place or number, "x+x", "x*x", "x+x*x", "max(x,x)" and so on where the right side is made of
  // such; "?x" where it is one of two; "" for all else, other functions and brackets.
  std::string shape;
};

// The one assignment to that name in a line, or that begins there. Nothing where there is none, or more than one.
[[nodiscard]] std::optional<Assignment> assignment_in(std::string_view text, std::uint32_t line, std::string_view name);

// So many letters of it at most: up to a blank, and dots where there is more.
[[nodiscard]] std::string shortened_text(std::string_view text, std::size_t most);

}  // namespace tilescope
