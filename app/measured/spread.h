// The smallest, the median and the largest value of several runs.
#pragma once

#include <algorithm>
#include <vector>

namespace tilescope {

struct Spread {
  double low = 0, middle = 0, high = 0;

  [[nodiscard]] double width() const { return high - low; }
  bool operator==(const Spread&) const = default;
};

[[nodiscard]] inline Spread spread(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return {numbers.front(), numbers[numbers.size() / 2], numbers.back()};
}

}  // namespace tilescope
