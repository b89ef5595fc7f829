// Numbers as people write them: 64704, 64 704, 64,704, 0.25, 0,25, 1/4, 1e6, with something behind them or not.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tilescope::lessons {

struct WrittenNumber {
  double value = 0;
  // The other number that somebody may have meant: 4,125 is read as 4125, and may be 4.125.
  std::optional<double> other;
  std::string behind;  // a unit, or whatever else stands there
};
// Nothing where the text does not begin with a number that can be read in one way.
[[nodiscard]] std::optional<WrittenNumber> read_number(std::string_view text);

// With plain blanks, minus signs and apostrophes in place of the typographic ones, and without blanks at both ends.
[[nodiscard]] std::string plainly_written(std::string_view text);

}  // namespace tilescope::lessons
