// Texts of right products, each with one operator, index, number, statement or barrier of it changed.
#pragma once

#include <string>
#include <vector>

namespace tilescope::test {

struct Mistake {
  std::string kind;  // "x for y"
  std::size_t line = 0;
  std::string text;  // the whole file with it
};

// All that can be made of a file's kernels, in the order of their kinds; the text outside of kernels stays as it is.
[[nodiscard]] std::vector<Mistake> mistakes_in(const std::string& text);

}  // namespace tilescope::test
