#include "app/stage/outline.h"

#include <algorithm>

namespace tilescope {

void draw_outline(Picture& picture, const Box& grid, std::uint32_t rows, std::uint32_t columns,
                  const std::vector<std::uint32_t>& cells, Ink ink, float width) {
  if (rows == 0 || columns == 0 || cells.empty()) return;
  const float w = grid.w / static_cast<float>(columns), h = grid.h / static_cast<float>(rows);
  std::vector<bool> inside(std::size_t{rows} * columns);
  std::int64_t top = rows, bottom = 0, left = columns,
               right = 0;  // the bounds of all cells
  for (const std::uint32_t cell : cells) {
    if (cell >= inside.size()) continue;
    inside[cell] = true;
    top = std::min<std::int64_t>(top, cell / columns);
    bottom = std::max<std::int64_t>(bottom, cell / columns + 1);
    left = std::min<std::int64_t>(left, cell % columns);
    right = std::max<std::int64_t>(right, cell % columns + 1);
  }
  const auto is_inside = [&](std::int64_t row, std::int64_t column) {
    return row >= 0 && column >= 0 && row < rows && column < columns &&
           inside[static_cast<std::size_t>(row * columns + column)];
  };
  // A line separates a cell from a neighbour outside the group; lines in one direction are joined.
  const auto draw = [&](bool level, std::int64_t line, std::int64_t from, std::int64_t to) {
    const auto along = static_cast<float>(line), begin = static_cast<float>(from), end = static_cast<float>(to);
    if (level)
      picture.lines.push_back(
          {{grid.x + begin * w, grid.y + along * h}, {grid.x + end * w, grid.y + along * h}, ink, width});
    else
      picture.lines.push_back(
          {{grid.x + along * w, grid.y + begin * h}, {grid.x + along * w, grid.y + end * h}, ink, width});
  };
  const auto follow = [&](bool level, std::int64_t first, std::int64_t last, std::int64_t begin, std::int64_t end,
                          const auto& differs) {
    for (std::int64_t line = first; line <= last; ++line) {
      std::int64_t from = -1;
      for (std::int64_t at = begin; at <= end; ++at) {
        const bool is_edge = at < end && differs(line, at);
        if (is_edge && from < 0) from = at;
        if (is_edge || from < 0) continue;
        draw(level, line, from, at);
        from = -1;
      }
    }
  };
  follow(true, top, bottom, left, right,
         [&](std::int64_t line, std::int64_t at) { return is_inside(line - 1, at) != is_inside(line, at); });
  follow(false, left, right, top, bottom,
         [&](std::int64_t line, std::int64_t at) { return is_inside(at, line - 1) != is_inside(at, line); });
}

}  // namespace tilescope
