#include "app/stage/picture.h"

#include <algorithm>

namespace tilescope {

std::uint32_t Grid::number_at(Point point) const {
  const auto place = [&](float part, std::uint32_t count, std::uint32_t all) {
    const auto found = static_cast<std::uint32_t>(part * static_cast<float>(count) * static_cast<float>(merged));
    return std::min(found, (merged == 1 ? count : all) - 1);
  };
  const std::uint32_t row = place((point.y - box.y) / box.h, rows, all_rows);
  const std::uint32_t column = place((point.x - box.x) / box.w, columns, all_columns);
  return row * (merged == 1 ? columns : all_columns) + column;
}

Target Picture::at(Point point) const {
  for (const Grid& grid : grids) {
    if (grid.first.kind == Target::Kind::none || !grid.box.contains(point)) continue;
    Target target = grid.first;
    target.number += grid.number_at(point);
    return target;
  }
  const auto found = std::find_if(hits.rbegin(), hits.rend(), [&](const Hit& hit) { return hit.box.contains(point); });
  return found == hits.rend() ? Target{} : found->target;
}

void Picture::add(Picture part, Point origin) {
  const auto moved = [&](Box box) { return Box{box.x + origin.x, box.y + origin.y, box.w, box.h}; };
  const auto moved_point = [&](Point point) { return Point{point.x + origin.x, point.y + origin.y}; };
  const auto add_all = [&](auto& to, auto& from, const auto& move) {
    for (auto& item : from) {
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
  if (part.rows) rows = part.rows;
}

}  // namespace tilescope
