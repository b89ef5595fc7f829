#include "app/stage/picture.h"

#include <algorithm>
#include <limits>

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

std::array<Point, 4> Solid::corners(const Facet& facet, float inset) const {
  const auto& [one, other, shade] = edges[facet.edges];
  const auto place = [&, &one = one, &other = other](float along, float across) {
    return Point{box.x + facet.corner.x + along * one.x + across * other.x,
                 box.y + facet.corner.y + along * one.y + across * other.y};
  };
  return {place(inset, inset), place(1 - inset, inset), place(1 - inset, 1 - inset), place(inset, 1 - inset)};
}

const Facet* Solid::at(Point point) const {
  if (!box.contains(point)) return nullptr;
  const auto holds = [&](const Facet& facet) {
    const auto& [one, other, shade] = edges[facet.edges];
    const float area = one.x * other.y - one.y * other.x;
    if (area == 0 || firsts[facet.of].kind == Target::Kind::none) return false;
    const float x = point.x - box.x - facet.corner.x, y = point.y - box.y - facet.corner.y;
    const float along = (x * other.y - y * other.x) / area, across = (one.x * y - one.y * x) / area;
    return along >= 0 && along < 1 && across >= 0 && across < 1;
  };
  const auto found = std::find_if(facets.rbegin(), facets.rend(), holds);
  return found == facets.rend() ? nullptr : &*found;
}

Target Picture::at(Point point) const {
  for (const Clipped& part : clipped)
    if (part.box.contains(point)) return part.picture.at(point);
  for (const Grid& grid : grids) {
    if (grid.first.kind == Target::Kind::none || !grid.box.contains(point)) continue;
    Target target = grid.first;
    target.number += grid.number_at(point);
    return target;
  }
  for (auto solid = solids.rbegin(); solid != solids.rend(); ++solid)
    if (const Facet* const facet = solid->at(point); facet != nullptr) {
      Target target = solid->firsts[facet->of];
      target.number += facet->number;
      return target;
    }
  const auto found = std::find_if(hits.rbegin(), hits.rend(), [&](const Hit& hit) { return hit.box.contains(point); });
  return found == hits.rend() ? Target{} : found->target;
}

namespace {

bool shows_between(const Picture& picture, const Target& place, float top, float bottom) {
  const auto is_seen = [&](const Box& box) { return box.y >= top - 1 && box.bottom() <= bottom + 1; };
  const auto has_it = [&](const Grid& grid) {
    Target first = grid.first;
    const std::uint32_t cells = grid.merged == 1 ? grid.rows * grid.columns : grid.all_rows * grid.all_columns;
    if (first.number > place.number || place.number - first.number >= cells) return false;
    first.number = place.number;
    return first == place && is_seen(grid.box);
  };
  return std::any_of(picture.grids.begin(), picture.grids.end(), has_it) ||
         std::any_of(picture.hits.begin(), picture.hits.end(),
                     [&](const Hit& hit) { return hit.target == place && is_seen(hit.box); }) ||
         std::any_of(picture.clipped.begin(), picture.clipped.end(), [&](const Clipped& part) {
           return shows_between(part.picture, place, std::max(top, part.box.y), std::min(bottom, part.box.bottom()));
         });
}

}  // namespace

bool Picture::shows(const Target& place) const {
  constexpr float endless = std::numeric_limits<float>::infinity();
  return shows_between(*this, place, -endless, endless);
}

bool Picture::has_solid_at(Point point) const {
  const auto has_it = [&](const auto& part) { return part.box.contains(point); };
  return std::any_of(solids.begin(), solids.end(), has_it) ||
         std::any_of(clipped.begin(), clipped.end(),
                     [&](const Clipped& part) { return has_it(part) && part.picture.has_solid_at(point); });
}

void Picture::keep_between(float top, float bottom) {
  const auto is_out = [&](float from, float to) { return from < top - 1 || to > bottom + 1; };
  const auto drop = [&](auto& items) {
    std::erase_if(items, [&](const auto& item) { return is_out(item.box.y, item.box.bottom()); });
  };
  drop(shapes);
  drop(grids);
  drop(solids);
  drop(frames);
  drop(labels);
  drop(hits);
  std::erase_if(lines, [&](const Line& line) {
    return is_out(std::min(line.from.y, line.to.y), std::max(line.from.y, line.to.y));
  });
  std::erase_if(triangles, [&](const Triangle& triangle) {
    const auto& [one, other, third] = triangle.corners;
    return is_out(std::min({one.y, other.y, third.y}), std::max({one.y, other.y, third.y}));
  });
}

Picture Picture::in_sight() const {
  Picture seen = *this;
  seen.clipped.clear();
  for (const Clipped& part : clipped) {
    Picture inside = part.picture.in_sight();
    inside.keep_between(part.box.y, part.box.bottom());
    seen.add(std::move(inside), {0, 0});
  }
  return seen;
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
  add_all(solids, part.solids, move_box);
  add_all(frames, part.frames, move_box);
  add_all(lines, part.lines, [&](Line& line) { line.from = moved_point(line.from), line.to = moved_point(line.to); });
  add_all(triangles, part.triangles, [&](Triangle& triangle) {
    for (Point& corner : triangle.corners) corner = moved_point(corner);
  });
  add_all(labels, part.labels, move_box);
  add_all(hits, part.hits, move_box);
  for (Clipped& inside : part.clipped) add_clipped(std::move(inside.picture), origin, moved(inside.box));
  if (part.wanted) wanted = moved(*part.wanted);
}

void Picture::add_clipped(Picture part, Point origin, const Box& box) {
  Picture placed;
  placed.add(std::move(part), origin);
  placed.ground = ground;
  clipped.push_back({box, std::move(placed)});
}

}  // namespace tilescope
