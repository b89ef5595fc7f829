#include "app/tasks/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "instrumentation/error.h"

namespace tilescope::tasks {

namespace {

using Sign = Comparison::Sign;

struct SignRow {
  std::string_view text;
  Sign sign;
  std::string_view words;
};
// Longer signs come before their prefixes.
constexpr std::array<SignRow, 5> signs{{{"<=", Sign::at_most, "at most"},
                                        {">=", Sign::at_least, "at least"},
                                        {"==", Sign::equal, ""},
                                        {"<", Sign::less, "less than"},
                                        {">", Sign::more, "more than"}}};

std::string trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\n"), text.size());
  return std::string(text.substr(begin, text.find_last_not_of(" \t\n") + 1 - begin));
}

}  // namespace

// Ignores rounding in the last bits.
bool Comparison::holds(double a, double b) const {
  const double slack = 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
  switch (sign) {
    case Sign::at_most: return a <= b + slack;
    case Sign::at_least: return a >= b - slack;
    case Sign::less: return a < b - slack;
    case Sign::more: return a > b + slack;
    case Sign::equal: return std::abs(a - b) <= slack;
  }
  return false;
}

double Comparison::slack(double a, double b) const {
  if (a <= 0 || b <= 0 || sign == Sign::equal) return 1;
  return sign == Sign::at_most || sign == Sign::less ? b / a : a / b;
}

Comparison read_comparison(std::string_view text) {
  int depth = 0;  // keys in brackets also contain signs
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')') --depth;
    if (depth > 0) continue;
    for (const SignRow& row : signs) {
      if (!text.substr(at).starts_with(row.text)) continue;
      Comparison comparison{trimmed(text.substr(0, at)), trimmed(text.substr(at + row.text.size())), row.sign};
      if (comparison.left.empty() || comparison.right.empty())
        throw UsageError(fmt::format("'{}' compares with nothing: write a figure on each side", text));
      return comparison;
    }
  }
  throw UsageError(fmt::format("'{}' is not a goal: compare two figures with <=, >=, ==, < or >", text));
}

std::string_view words_of(Sign sign) {
  for (const SignRow& row : signs)
    if (row.sign == sign) return row.words;
  return "";
}

}  // namespace tilescope::tasks
