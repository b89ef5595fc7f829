// The right side of an assignment in a kernel's source, so that a picture can show the source's own expression.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope {

struct Assignment {
  std::string op;     // "=", "+=" and the like
  std::string right;  // on one line, with its spaces
  // "x" for a plain name, address or number; "x+x", "x*x", "x+x*x", "max(x,x)" and so on if the right side is built
  // from these; "?x" if it is one of two; "" for anything else, such as other functions and brackets.
  std::string shape;
};

// The only assignment to `name` that is in this line or begins there. Empty if there is none, or more than one.
[[nodiscard]] std::optional<Assignment> assignment_in(std::string_view text, std::uint32_t line, std::string_view name);

// At most `most` letters: cut at a space, with dots if there is more.
[[nodiscard]] std::string shortened_text(std::string_view text, std::size_t most);

}  // namespace tilescope
