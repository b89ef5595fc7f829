#include "app/panels/reach.h"

#include <algorithm>
#include <bit>

namespace tilescope {

namespace {

constexpr std::int64_t least_most = 16;  // every slider reaches at least this far

bool is_power_of_two(std::int64_t value) { return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value)); }

// A round number, up to twice as large.
std::int64_t beyond(std::int64_t value) {
  if (value > std::int64_t{1} << 40) return value;
  return std::max(least_most, static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(value) + 1)));
}

}  // namespace

std::int64_t Reach::nearest(std::int64_t value) const {
  value = std::clamp(value, least, most);
  if (only.empty()) return value;
  const auto above = std::lower_bound(only.begin(), only.end(), value);
  if (above == only.end()) return only.back();
  if (above == only.begin()) return only.front();
  const std::int64_t below = *std::prev(above);
  return value - below < *above - value ? below : *above;
}

Reach reach_around(std::int64_t value) {
  if (value >= 0) return {0, beyond(value), {}, false};
  return {-beyond(-value), beyond(-value), {}, false};
}

Reach reach_of_side(std::int64_t value, std::int64_t most) {
  if (!is_power_of_two(value)) return {1, std::min(most, beyond(std::max<std::int64_t>(value, 1))), {}, false};
  Reach reach{1, 1, {}, true};
  for (std::int64_t side = 1; side <= std::min(most, std::max<std::int64_t>(64, 4 * value)); side *= 2)
    reach.only.push_back(side);
  reach.most = reach.only.back();
  return reach;
}

Reach reach_of_possible(std::int64_t value, const std::function<bool(std::int64_t)>& can_be) {
  Reach reach{1, beyond(value), {}, false};
  for (std::int64_t n = reach.least; n <= reach.most; ++n)
    if (n == value || can_be(n)) reach.only.push_back(n);
  reach.least = reach.only.front();
  reach.most = reach.only.back();
  return reach;
}

Reach reach_among(std::vector<std::int64_t> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.empty()) return {};
  return {values.front(), values.back(), values, values.front() > 0 && values.back() > 8};
}

}  // namespace tilescope
