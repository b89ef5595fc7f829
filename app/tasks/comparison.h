// A goal in counted facts: two figures and how they have to compare.
#pragma once

#include <string>
#include <string_view>

namespace tilescope::tasks {

struct Comparison {
  enum class Sign : std::uint8_t { at_most, at_least, less, more, equal };

  std::string left, right;  // figures
  Sign sign = Sign::equal;

  [[nodiscard]] bool holds(double a, double b) const;
  // How many times as much on the left, or as little, it would still allow; 1 where that cannot be told.
  [[nodiscard]] double slack(double a, double b) const;
};

// "shared_bytes <= 1.05 * 4224". A UsageError says what is missing.
[[nodiscard]] Comparison read_comparison(std::string_view text);
// "at most".
[[nodiscard]] std::string_view words_of(Comparison::Sign sign);

}  // namespace tilescope::tasks
