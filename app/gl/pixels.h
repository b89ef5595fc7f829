// Converts the mouse's units, in which pictures are placed, to pixels of the surface.
#pragma once

#include <algorithm>
#include <cmath>

#include "app/stage/picture.h"

namespace tilescope {

struct Pixels {
  Point size;            // of the frame
  Point per_unit{1, 1};  // of the mouse

  Pixels() = default;
  Pixels(Point units, Point pixels)
      : size(pixels), per_unit{pixels.x / std::max(units.x, 1.0F), pixels.y / std::max(units.y, 1.0F)} {}

  // Sides are rounded to whole pixels.
  [[nodiscard]] Box of(const Box& box) const {
    const float left = std::round(box.x * per_unit.x), top = std::round(box.y * per_unit.y);
    return {left, top, std::round(box.right() * per_unit.x) - left, std::round(box.bottom() * per_unit.y) - top};
  }
  // All pixels that the box may touch, including smoothed edges.
  [[nodiscard]] Box around(const Box& box) const {
    const float left = std::floor(box.x * per_unit.x) - 1, top = std::floor(box.y * per_unit.y) - 1;
    return {left, top, std::ceil(box.right() * per_unit.x) + 1 - left, std::ceil(box.bottom() * per_unit.y) + 1 - top};
  }
};

}  // namespace tilescope
