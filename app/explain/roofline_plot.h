// The roofline of a GPU with launches under it, on two logarithmic axes: FLOP per byte to the right, GFLOP/s upwards.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/stage/picture.h"
#include "instrumentation/analysis/roofline.h"

namespace tilescope {

// A launch, placed where its roof is.
struct RoofPoint {
  enum class Shape : std::uint8_t { disc, square, ring };
  std::string name;
  Ink ink = Ink::c;
  Shape shape = Shape::disc;  // so that points differ by more than colour
  double flop_per_byte = 0;
  double gflops = 0;               // attainable
  std::optional<double> measured;  // GFLOP/s
};

void draw_roofline(Picture& picture, const Box& box, float text, const Gpu& gpu, const std::vector<RoofPoint>& points);

// The mark of the plot, for a legend.
void draw_point(Picture& picture, Point middle, float text, Ink ink, RoofPoint::Shape shape);

}  // namespace tilescope
