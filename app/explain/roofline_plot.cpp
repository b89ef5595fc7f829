#include "app/explain/roofline_plot.h"

#include <algorithm>
#include <cmath>

#include "app/explain/limits.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

struct Range {
  double low = 1, high = 10;

  [[nodiscard]] float part(double value) const {
    return static_cast<float>(std::log(value / low) / std::log(high / low));
  }
};

// The range of integer powers of `base` that encloses the values.
Range around(double low, double high, double base) {
  const auto power = [&](double exponent) { return std::pow(base, exponent); };
  return {power(std::floor(std::log(low) / std::log(base) + 1e-9)),
          power(std::ceil(std::log(high) / std::log(base) - 1e-9))};
}

class Plot {
 public:
  Plot(Picture& picture, const Box& box, float text, const Gpu& gpu, const std::vector<RoofPoint>& points)
      : picture_(picture), text_(text), gpu_(gpu) {
    double left = ridge(gpu) / 4, right = ridge(gpu) * 4;
    for (const RoofPoint& point : points) {
      left = std::min(left, point.flop_per_byte / 2);
      right = std::max(right, point.flop_per_byte * 2);
    }
    x_ = around(left, right, 4);
    double bottom = roof(gpu, x_.low).gflops;
    for (const RoofPoint& point : points)
      if (point.measured) bottom = std::min(bottom, *point.measured);
    y_ = around(bottom, gpu.gflops, 10);
    const float letters = 0.8F * text;
    room_ = {box.x + 3.9F * text, box.y + 1.65F * text, box.w - 4.7F * text, box.h - 2.85F * text};
    put(picture, {box.x, box.y, box.w, 1.1F * text}, "GFLOP/s against FLOP per byte loaded", letters, Ink::dim);
  }

  void draw(const std::vector<RoofPoint>& points) {
    draw_axes();
    const Point corner = at(ridge(gpu_), gpu_.gflops);
    const float thick = std::max(2.0F, 0.14F * text_);
    picture_.lines.push_back({at(x_.low, roof(gpu_, x_.low).gflops), corner, Ink::text, thick});
    picture_.lines.push_back({corner, at(x_.high, gpu_.gflops), Ink::text, thick});
    for (const RoofPoint& point : points) {
      const Point top = at(point.flop_per_byte, point.gflops);
      picture_.lines.push_back({top, {top.x, room_.bottom()}, point.ink, 1, true});
    }
    for (const RoofPoint& point : points) {
      draw_point(picture_, at(point.flop_per_byte, point.gflops), text_, point.ink, point.shape);
      if (!point.measured) continue;
      const Point low = at(point.flop_per_byte, *point.measured);
      const float side = 0.4F * text_;
      picture_.triangles.push_back(
          {{Point{low.x - side, low.y + side}, Point{low.x + side, low.y + side}, Point{low.x, low.y - side}},
           point.ink});
    }
  }

 private:
  [[nodiscard]] Point at(double flop_per_byte, double gflops) const {
    return {room_.x + room_.w * x_.part(flop_per_byte), room_.bottom() - room_.h * y_.part(gflops)};
  }

  void draw_axes() {
    const float letters = 0.8F * text_, high = 1.1F * text_;
    const float apart_at_left = at(4 * x_.low, y_.low).x - room_.x;
    for (double x = x_.low; x <= x_.high * 1.01; x *= 4) {
      const float place = at(x, y_.low).x;
      picture_.lines.push_back({{place, room_.y}, {place, room_.bottom()}, Ink::rule, 1});
      const bool is_first = x == x_.low && apart_at_left > 4 * text_;  // to the right of the axis's numbers
      put(picture_, {place - (is_first ? 0.2F : 2) * text_, room_.bottom() + 0.1F * text_, 4 * text_, high},
          figure_name(x), letters, Ink::dim, Face::sans, is_first ? Align::left : Align::center);
    }
    // Not every power of ten has room for its label.
    const float apart = room_.h / static_cast<float>(std::log10(y_.high / y_.low));
    const int every = std::max(1, static_cast<int>(std::ceil(1.1F * text_ / std::max(apart, 1.0F))));
    int n = 0;
    for (double y = y_.low; y <= y_.high * 1.01; y *= 10, ++n) {
      const float place = at(x_.low, y).y;
      picture_.lines.push_back({{room_.x, place}, {room_.right(), place}, Ink::rule, 1});
      if (n % every == 0)
        put(picture_, {room_.x - 3.9F * text_, place - high / 2, 3.5F * text_, high}, figure_name(y), letters, Ink::dim,
            Face::sans, Align::right);
    }
  }

  Picture& picture_;
  float text_;
  const Gpu& gpu_;
  Range x_, y_;
  Box room_;
};

}  // namespace

void draw_point(Picture& picture, Point middle, float text, Ink ink, RoofPoint::Shape shape) {
  const bool is_ring = shape == RoofPoint::Shape::ring;
  // A ring is larger, so that a mark below it stays visible.
  const float side = (is_ring ? 1.05F : 0.62F) * text;
  const Box box{middle.x - side / 2, middle.y - side / 2, side, side};
  const float rounding = shape == RoofPoint::Shape::square ? 0 : side / 2;
  picture.frames.push_back({box, is_ring ? Ink::none : ink, ink, std::max(1.5F, 0.12F * text), rounding});
}

void draw_roofline(Picture& picture, const Box& box, float text, const Gpu& gpu, const std::vector<RoofPoint>& points) {
  if (gpu.gflops <= 0 || gpu.bandwidth <= 0) return;
  Plot(picture, box, text, gpu, points).draw(points);
}

}  // namespace tilescope
