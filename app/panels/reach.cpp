#include "app/panels/reach.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace tilescope {

namespace {

constexpr std::int64_t no_most = std::numeric_limits<std::int64_t>::max(), no_least = -no_most;

bool is_power_of_two(std::int64_t value) { return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value)); }

// A round number, at least 16 and at most twice as large as the value.
std::int64_t beyond(std::int64_t value) {
  if (value > std::int64_t{1} << 40) return value;
  return std::max<std::int64_t>(16, static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(value) + 1)));
}

}  // namespace

std::int64_t Reach::beside(std::int64_t value, int by) const {
  if (only.empty()) {
    if (by < 0) return value > least ? std::min(value - 1, most) : value;
    return value < most ? std::max(value + 1, least) : value;
  }
  if (by > 0) {
    const auto above = std::upper_bound(only.begin(), only.end(), value);
    return above == only.end() ? value : *above;
  }
  const auto not_below = std::lower_bound(only.begin(), only.end(), value);
  return not_below == only.begin() ? value : *std::prev(not_below);
}

Reach reach_around(std::int64_t value) { return {value >= 0 ? 0 : no_least, no_most, {}}; }

Reach reach_of_side(std::int64_t value, std::int64_t most) {
  if (!is_power_of_two(value)) return {1, most, {}};
  Reach reach{1, most, {}};
  for (std::int64_t side = 1; side <= most; side *= 2) reach.only.push_back(side);
  return reach;
}

Reach reach_of_possible(std::int64_t value, const std::function<bool(std::int64_t)>& can_be) {
  std::vector<std::int64_t> values{value};
  for (std::int64_t n = 1; n <= beyond(value); ++n)
    if (can_be(n)) values.push_back(n);
  return reach_among(std::move(values));
}

Reach reach_among(std::vector<std::int64_t> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.empty()) return {};
  return {values.front(), values.back(), values};
}

}  // namespace tilescope
