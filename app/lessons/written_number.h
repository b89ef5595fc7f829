// Numbers as people write them: 64704, 64 704, 64,704, 0.25, 0,25, 1/4, 1e6, perhaps followed by a unit.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tilescope::lessons {

struct WrittenNumber {
  double value = 0;
  // The other possible meaning: 4,125 is read as 4125, but may be 4.125.
  std::optional<double> other;
  std::string behind;  // a unit or other text
};
// Empty if the text does not begin with a number that has one clear reading.
[[nodiscard]] std::optional<WrittenNumber> read_number(std::string_view text);

// Replaces typographic blanks, minus signs and apostrophes by plain ones, and trims both ends.
[[nodiscard]] std::string plainly_written(std::string_view text);

}  // namespace tilescope::lessons
