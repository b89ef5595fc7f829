// The geometry of patterns, dashes and arrow heads, shared by the painter and the SVG writer.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// A stripe without one corner has at most six corners.
struct Stripe {
  std::array<Point, 6> corners;
  std::size_t count = 0;
};

// Stripes from lower left to upper right across a box, one every `period`, clipped to the box.
[[nodiscard]] std::vector<Stripe> hatch(const Box& box, float period, float width);

struct Dash {
  Point from, to;
};

// A line cut into dashes; its last one ends where the line ends.
[[nodiscard]] std::vector<Dash> dashes(const Line& line);

// The three corners of the head at a line's end, the tip first, and where the line itself has to stop.
struct ArrowHead {
  std::array<Point, 3> corners;
  Point stop;
};
[[nodiscard]] ArrowHead arrow_head(const Line& line);

}  // namespace tilescope
