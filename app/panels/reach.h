// The range of a slider, and the integers that it can take.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace tilescope {

struct Reach {
  std::int64_t least = 0, most = 1;
  std::vector<std::int64_t> only;  // the only values, in ascending order; empty: every integer in the range
  bool by_doubling = false;        // logarithmic: doubling and halving move the slider equally far

  // The value of a slider dragged to this position.
  [[nodiscard]] std::int64_t nearest(std::int64_t value) const;
};

// From 0, or lower if the current value is negative, to somewhat above the current value.
[[nodiscard]] Reach reach_around(std::int64_t value);
// From 1, for sides of blocks and tiles. If this value is a power of two, all values are.
[[nodiscard]] Reach reach_of_side(std::int64_t value, std::int64_t most);
// The allowed values up to somewhat above this value, which is included.
[[nodiscard]] Reach reach_of_possible(std::int64_t value, const std::function<bool(std::int64_t)>& can_be);
[[nodiscard]] Reach reach_among(std::vector<std::int64_t> values);

}  // namespace tilescope
