// Arithmetic with boxes of pixels.
#pragma once

#include <array>
#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// The two triangles that OpenGL draws for a box.
[[nodiscard]] inline std::array<Point, 6> triangles_of(const Box& box) {
  const Point top_left{box.x, box.y}, top_right{box.right(), box.y};
  const Point bottom_left{box.x, box.bottom()}, bottom_right{box.right(), box.bottom()};
  return {top_left, top_right, bottom_left, bottom_left, top_right, bottom_right};
}

// The parts of the boxes outside the hole, as boxes.
[[nodiscard]] inline std::vector<Box> without(const std::vector<Box>& boxes, const Box& hole) {
  std::vector<Box> rest;
  const auto keep = [&](const Box& part) {
    if (!part.is_empty()) rest.push_back(part);
  };
  for (const Box& box : boxes) {
    const Box both = common(box, hole);
    if (both.is_empty()) {
      rest.push_back(box);
      continue;
    }
    keep({box.x, box.y, box.w, both.y - box.y});
    keep({box.x, both.y, both.x - box.x, both.h});
    keep({both.right(), both.y, box.right() - both.right(), both.h});
    keep({box.x, both.bottom(), box.w, box.bottom() - both.bottom()});
  }
  return rest;
}

}  // namespace tilescope
