// Launches of random shapes, the same in every run.
#pragma once

#include <algorithm>
#include <iterator>
#include <random>

#include "instrumentation/launching/header/catalogue.h"
#include "tests/support/launches.h"

namespace tilescope::test {

// A shape that this kernel takes, with sides up to `longest` unless its tiles are wider. Leaves out tiles wider than a
// block can be, because one of them makes millions of events.
inline Launch random_launch(const std::string& kernel, std::mt19937_64& random, std::int64_t longest = 70) {
  const auto below = [&](std::int64_t limit) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
  };
  std::vector<int> tiles = find_kernel(kernel).tiles();
  std::erase_if(tiles, [](int tile) { return tile > 32; });
  int tile = tiles[static_cast<std::size_t>(below(static_cast<std::int64_t>(tiles.size())))];
  std::int64_t m = 1 + below(longest), n = 1 + below(longest), k = 1 + below(longest);
  const ProductShape ragged{3, 2, 2, 2};
  if (kernel != "single_block" && !find_kernel(kernel).takes(ragged)) {
    const auto multiple = [&] { return tile * (1 + below(std::max<std::int64_t>(1, longest / tile))); };
    m = multiple();
    n = multiple();
    k = multiple();
  }
  if (kernel == "single_block") {
    m = 1 + below(std::min<std::int64_t>(32, longest));
    n = 1 + below(std::min<std::int64_t>(32, longest));
    k = 1 + below(std::min<std::int64_t>(32, longest));
    std::vector<int> wide;
    std::copy_if(tiles.begin(), tiles.end(), std::back_inserter(wide), [&](int width) {
      return width >= std::max({m, n, k});
    });
    tile = wide[static_cast<std::size_t>(below(static_cast<std::int64_t>(wide.size())))];
  }
  return launch(kernel, m, n, k, tile, "random", random());
}

}  // namespace tilescope::test
