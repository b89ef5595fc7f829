// A line of somebody's text as a terminal shows it, with marks under a part of it: "^~~~".
#pragma once

#include <string>
#include <string_view>

namespace tilescope::cli {

struct MarkedLine {
  std::string line, marks;
};

// Under the bytes from `begin` to `end`; one mark at least, which may stand behind the line's end. A tab stays one in
// both. Of a line that fills a screen, what is around the marks.
[[nodiscard]] MarkedLine marked(std::string_view line, std::size_t begin, std::size_t end);

// On one line, without what a terminal would obey or cannot show.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace tilescope::cli
