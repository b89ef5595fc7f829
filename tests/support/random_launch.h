// Launches of random shapes, the same for every run.
#pragma once

#include <algorithm>
#include <iterator>
#include <random>

#include "tests/support/launches.h"

namespace tilescope::test {

// A shape that this kernel takes.
inline Launch random_launch(const std::string& kernel, std::mt19937_64& random) {
  const auto below = [&](std::int64_t limit) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
  };
  const std::vector<int> tiles = find_kernel(kernel).tiles();
  int tile = tiles[static_cast<std::size_t>(below(static_cast<std::int64_t>(tiles.size())))];
  std::int64_t m = 1 + below(70), n = 1 + below(70), k = 1 + below(70);
  if (kernel == "tiled") {
    const auto multiple = [&] { return tile * (1 + below(70 / tile)); };
    m = multiple();
    n = multiple();
    k = multiple();
  }
  if (kernel == "single_block") {
    m = 1 + below(32);
    n = 1 + below(32);
    k = 1 + below(32);
    std::vector<int> wide;
    std::copy_if(tiles.begin(), tiles.end(), std::back_inserter(wide), [&](int width) {
      return width >= std::max({m, n, k});
    });
    tile = wide[static_cast<std::size_t>(below(static_cast<std::int64_t>(wide.size())))];
  }
  return launch(kernel, m, n, k, tile, "random", random());
}

}  // namespace tilescope::test
