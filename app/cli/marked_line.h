// A line of the user's source as a terminal shows it, with marks under a part of it: "^~~~".
#pragma once

#include <string>
#include <string_view>

namespace tilescope::cli {

struct MarkedLine {
  std::string line, marks;
};

// Marks the bytes from `begin` to `end` with at least one mark, which may stand after the line's end. Both lines keep
// tabs. A very long line is cut around the marks.
[[nodiscard]] MarkedLine marked(std::string_view line, std::size_t begin, std::size_t end);

// The text on one line, without control characters and unprintable characters.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace tilescope::cli
