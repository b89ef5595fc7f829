#include "app/stage/pattern.h"

#include <algorithm>
#include <cmath>

namespace tilescope {

namespace {

Point between(Point from, Point to, float part) {
  return {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
}

float length(const Line& line) { return distance(line.from, line.to); }

// The part of a convex polygon where sign * (x + y) <= sign * limit.
Stripe clipped(const Stripe& polygon, float limit, float sign) {
  Stripe kept;
  const auto over = [&](Point point) { return sign * (point.x + point.y - limit); };
  for (std::size_t i = 0; i < polygon.count; ++i) {
    const Point here = polygon.corners[i], next = polygon.corners[(i + 1) % polygon.count];
    const float at_here = over(here), at_next = over(next);
    if (at_here <= 0 && kept.count < kept.corners.size()) kept.corners[kept.count++] = here;
    if ((at_here < 0) != (at_next < 0) && at_here != 0 && at_next != 0 && kept.count < kept.corners.size())
      kept.corners[kept.count++] = between(here, next, at_here / (at_here - at_next));
  }
  return kept;
}

}  // namespace

std::vector<Stripe> hatch(const Box& box, float period, float width) {
  std::vector<Stripe> stripes;
  if (box.w <= 0 || box.h <= 0 || period <= 0) return stripes;
  const Stripe whole{{{{box.x, box.y}, {box.right(), box.y}, {box.right(), box.bottom()}, {box.x, box.bottom()}}}, 4};
  // Along x + y, a stripe is wider by the square root of two.
  const float across = width * std::sqrt(2.0F), begin = box.x + box.y, end = box.right() + box.bottom();
  for (float at = begin + period / 2; at - across / 2 < end; at += period) {
    const Stripe stripe = clipped(clipped(whole, at + across / 2, 1), at - across / 2, -1);
    if (stripe.count >= 3) stripes.push_back(stripe);
  }
  return stripes;
}

std::vector<Dash> dashes(const Line& line) {
  const float whole = length(line), dash = 3 * std::max(line.width, 1.0F), gap = dash;
  std::vector<Dash> cut;
  if (whole <= 0) return cut;
  // An odd number of equal parts: the first and the last one are drawn.
  const float parts = std::max(1.0F, 2 * std::round((whole / (dash + gap)) - 0.5F) + 1);
  for (float part = 0; part < parts; part += 2)
    cut.push_back({between(line.from, line.to, part / parts), between(line.from, line.to, (part + 1) / parts)});
  return cut;
}

ArrowHead arrow_head(const Line& line) {
  const float whole = std::max(length(line), 1e-3F), head = std::min(whole, 5 + 3 * line.width), half = head * 0.45F;
  const Point along{(line.to.x - line.from.x) / whole, (line.to.y - line.from.y) / whole};
  const Point back{line.to.x - along.x * head, line.to.y - along.y * head};
  return {{{line.to,
            {back.x - along.y * half, back.y + along.x * half},
            {back.x + along.y * half, back.y - along.x * half}}},
          {line.to.x - along.x * head * 0.9F, line.to.y - along.y * head * 0.9F}};
}

}  // namespace tilescope
