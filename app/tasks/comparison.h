// A goal as a comparison of two figures.
#pragma once

#include <string>
#include <string_view>

namespace tilescope::tasks {

struct Comparison {
  enum class Sign : std::uint8_t { at_most, at_least, less, more, equal };

  std::string left, right;  // figures
  Sign sign = Sign::equal;

  [[nodiscard]] bool holds(double a, double b) const;
  // The factor by which the left side may still grow or shrink; 1 if unknown.
  [[nodiscard]] double slack(double a, double b) const;
};

// Reads "shared_bytes <= 1.05 * 4224". A UsageError says what is missing.
[[nodiscard]] Comparison read_comparison(std::string_view text);
// "at most".
[[nodiscard]] std::string_view words_of(Comparison::Sign sign);

}  // namespace tilescope::tasks
