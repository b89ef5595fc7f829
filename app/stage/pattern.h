// The geometry of patterns, dashes and arrow heads, shared by the painter and the SVG writer.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// A box clipped to a stripe has at most six corners.
struct Stripe {
  std::array<Point, 6> corners;
  std::size_t count = 0;
};

// Stripes across a box, from lower left to upper right, one every `period` pixels, clipped to the box.
[[nodiscard]] std::vector<Stripe> hatch(const Box& box, float period, float width);

struct Dash {
  Point from, to;
};

// The dashes of a line; the last one ends at the line's end.
[[nodiscard]] std::vector<Dash> dashes(const Line& line);

// The corners of the arrow head at a line's end, the tip first, and the point where the line has to stop.
struct ArrowHead {
  std::array<Point, 3> corners;
  Point stop;
};
[[nodiscard]] ArrowHead arrow_head(const Line& line);

}  // namespace tilescope
