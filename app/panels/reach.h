// The values of a number with - and +.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace tilescope {

struct Reach {
  std::int64_t least = 0, most = 1;
  std::vector<std::int64_t> only;  // the only values, in ascending order; empty: every integer in the range

  // The next value below (by = -1) or above (by = 1); the value itself if there is none.
  [[nodiscard]] std::int64_t beside(std::int64_t value, int by) const;
};

// From 0, or from anywhere if the current value is negative.
[[nodiscard]] Reach reach_around(std::int64_t value);
// From 1, for sides of blocks and tiles. If this value is a power of two, all values are.
[[nodiscard]] Reach reach_of_side(std::int64_t value, std::int64_t most);
// The allowed values up to somewhat above this value, which is included.
[[nodiscard]] Reach reach_of_possible(std::int64_t value, const std::function<bool(std::int64_t)>& can_be);
[[nodiscard]] Reach reach_among(std::vector<std::int64_t> values);

}  // namespace tilescope
