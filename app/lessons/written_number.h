// Numbers as people write them: 64704, 64 704, 64,704, 0.25, 0,25, 1/4, 1e6, perhaps with a unit.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tilescope::lessons {

struct WrittenNumber {
  double value = 0;
  // The other possible reading: 4,125 is read as 4125, but may mean 4.125.
  std::optional<double> other;
  std::string behind;  // a unit or other text after the number
};
// Empty if the text does not begin with a number that can be read clearly.
[[nodiscard]] std::optional<WrittenNumber> read_number(std::string_view text);

// Replaces typographic blanks, minus signs and apostrophes by plain ones, and trims both ends.
[[nodiscard]] std::string plainly_written(std::string_view text);

}  // namespace tilescope::lessons
