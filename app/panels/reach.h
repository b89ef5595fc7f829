// Between which whole numbers a slider goes, and which of them there are.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace tilescope {

struct Reach {
  std::int64_t least = 0, most = 1;
  std::vector<std::int64_t> only;  // these alone, in order; empty: all between
  bool by_doubling = false;        // twice the number is as far away as half of it

  // What a slider comes to that was dragged here.
  [[nodiscard]] std::int64_t nearest(std::int64_t value) const;
};

// From 0 or below to some more than there is now.
[[nodiscard]] Reach reach_around(std::int64_t value);
// From 1 on: sides of blocks and tiles, which are powers of two where this one is.
[[nodiscard]] Reach reach_of_side(std::int64_t value, std::int64_t most);
// Those up to some more than this one that can be; this one is among them.
[[nodiscard]] Reach reach_of_possible(std::int64_t value, const std::function<bool(std::int64_t)>& can_be);
[[nodiscard]] Reach reach_among(std::vector<std::int64_t> values);

}  // namespace tilescope
