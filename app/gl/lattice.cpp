#include "app/gl/lattice.h"

#include <algorithm>

#include "app/gl/boxes.h"
#include "app/stage/marks.h"

namespace tilescope {

Cells Lattice::met_by(const Box& pixels) const {
  const auto cell = [](float at, float count) {
    return static_cast<std::uint32_t>(std::clamp(at, 0.0F, std::ceil(count)));
  };
  // One pixel more on each side, so that rounding skips no cell.
  return {cell(std::floor((pixels.x - box_.x - 1) / cell_.x), count_.x),
          cell(std::floor((pixels.y - box_.y - 1) / cell_.y), count_.y),
          cell(std::ceil((pixels.right() - box_.x + 1) / cell_.x), count_.x),
          cell(std::ceil((pixels.bottom() - box_.y + 1) / cell_.y), count_.y)};
}

Box Lattice::span(const Cells& cells, float offset) const {
  const auto first = [&](std::uint32_t number, float side, float most) {
    return std::min(std::ceil(static_cast<float>(number) * side - offset), most);
  };
  const float left = first(cells.left, cell_.x, box_.w), top = first(cells.top, cell_.y, box_.h);
  return {box_.x + left, box_.y + top, first(cells.right, cell_.x, box_.w) - left,
          first(cells.bottom, cell_.y, box_.h) - top};
}

Box Lattice::pixels_of(const Cells& cells) const { return span(cells, 0.5F); }

Box Lattice::filled_by(const Cells& cells) const { return span(cells, 0.52F); }

std::vector<Box> Lattice::lines(Point every, float ahead, float past, const Box& part) const {
  std::vector<Box> lines;
  const auto places = [&](float step, float cell, float count, float side, float from, float to, const auto& add) {
    step = std::min(step, count);
    const float last = std::ceil(count / step);
    const float first = std::max(0.0F, std::floor((from - past - 1) / (step * cell)));
    for (float n = first; n <= last; ++n) {
      const float place = std::clamp(std::ceil(n * step * cell - 0.5F), ahead, side - past);
      if (place - ahead >= to) break;
      add(place - ahead);
    }
  };
  const auto keep = [&](const Box& line) {
    if (const Box seen = common(line, part); !seen.is_empty()) lines.push_back(seen);
  };
  places(every.x, cell_.x, count_.x, box_.w, part.x - box_.x, part.right() - box_.x, [&](float x) {
    keep({box_.x + x, box_.y, ahead + past, box_.h});
  });
  places(every.y, cell_.y, count_.y, box_.h, part.y - box_.y, part.bottom() - box_.y, [&](float y) {
    keep({box_.x, box_.y + y, box_.w, ahead + past});
  });
  return lines;
}

std::vector<Cells> cover(const Cells& where,
                         const std::function<bool(std::uint32_t row, std::uint32_t column)>& wanted) {
  std::vector<Cells> boxes, above, here;
  for (std::uint32_t row = where.top; row < where.bottom; ++row) {
    here.clear();
    for (std::uint32_t column = where.left; column < where.right; ++column) {
      if (!wanted(row, column)) continue;
      const std::uint32_t left = column;
      while (column < where.right && wanted(row, column)) ++column;
      here.push_back({left, row, column, row + 1});
    }
    // A run joins the run directly above if both have the same columns.
    for (const Cells& before : above) {
      const auto below = std::find_if(here.begin(), here.end(), [&](const Cells& run) {
        return run.left == before.left && run.right == before.right;
      });
      if (below != here.end())
        below->top = before.top;
      else
        boxes.push_back(before);
    }
    std::swap(above, here);
  }
  boxes.insert(boxes.end(), above.begin(), above.end());
  return boxes;
}

Box place_of(Mark mark, const Box& cell) {
  const float side = std::min(cell.w, cell.h);
  float reach = std::max(cell.w, cell.h);
  switch (mark) {
    case Mark::corner: reach = side * marks::corner_leg; break;
    case Mark::dot: reach = side * marks::dot_place + std::max(1.2F, side * marks::dot_radius); break;
    case Mark::ring:
      reach = side * (marks::ring_place + marks::ring_radius) + std::max(0.75F, side * marks::ring_width / 2);
      break;
    case Mark::none:
    case Mark::hatch:
    case Mark::cross: break;
  }
  reach = std::ceil(reach) + 1;  // including smoothed edges
  return {cell.x, cell.y, std::min(reach, cell.w), std::min(reach, cell.h)};
}

std::vector<Box> rim_of(const Box& cell, float line) {
  const float side = std::min(cell.w, cell.h);
  const float rim = std::floor(std::clamp(side * marks::lit_width, 2 * line, 4 * line) + 0.5F) + line;
  return without({cell}, cell.inset(rim));
}

}  // namespace tilescope
