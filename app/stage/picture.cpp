#include "app/stage/picture.h"

#include <algorithm>

namespace tilescope {

Target Picture::at(Point point) const {
  for (const Grid& grid : grids) {
    if (grid.first.kind == Target::Kind::none || !grid.box.contains(point)) continue;
    const auto row = static_cast<std::uint32_t>((point.y - grid.box.y) / grid.box.h * static_cast<float>(grid.rows));
    const auto column =
        static_cast<std::uint32_t>((point.x - grid.box.x) / grid.box.w * static_cast<float>(grid.columns));
    Target target = grid.first;
    target.number += std::min(row, grid.rows - 1) * grid.columns + std::min(column, grid.columns - 1);
    return target;
  }
  const auto found = std::find_if(hits.rbegin(), hits.rend(), [&](const Hit& hit) { return hit.box.contains(point); });
  return found == hits.rend() ? Target{} : found->target;
}

void Picture::add(const Picture& part, Point origin) {
  const auto moved = [&](Box box) { return Box{box.x + origin.x, box.y + origin.y, box.w, box.h}; };
  const auto moved_point = [&](Point point) { return Point{point.x + origin.x, point.y + origin.y}; };
  const auto add_all = [&](auto& to, const auto& from, const auto& move) {
    for (auto item : from) {
      move(item);
      to.push_back(std::move(item));
    }
  };
  const auto move_box = [&](auto& item) { item.box = moved(item.box); };
  add_all(shapes, part.shapes, move_box);
  add_all(grids, part.grids, move_box);
  add_all(frames, part.frames, move_box);
  add_all(lines, part.lines, [&](Line& line) { line.from = moved_point(line.from), line.to = moved_point(line.to); });
  add_all(triangles, part.triangles, [&](Triangle& triangle) {
    for (Point& corner : triangle.corners) corner = moved_point(corner);
  });
  add_all(labels, part.labels, move_box);
  add_all(hits, part.hits, move_box);
}

}  // namespace tilescope
