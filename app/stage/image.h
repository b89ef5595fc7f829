// A finished picture as pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/stage/theme.h"

namespace tilescope {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  // row by row from the top left, four bytes per pixel

  [[nodiscard]] Color at(int x, int y) const {
    const std::size_t first =
        4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
    return {rgba[first], rgba[first + 1], rgba[first + 2]};
  }
};

}  // namespace tilescope
