#include "app/stage/outline.h"

namespace tilescope {

void draw_outline(Picture& picture, const Box& grid, std::uint32_t rows, std::uint32_t columns,
                  const std::vector<std::uint32_t>& cells, Ink ink, float width) {
  if (rows == 0 || columns == 0) return;
  const float w = grid.w / static_cast<float>(columns), h = grid.h / static_cast<float>(rows);
  std::vector<bool> inside(std::size_t{rows} * columns);
  for (const std::uint32_t cell : cells)
    if (cell < inside.size()) inside[cell] = true;
  const auto is_inside = [&](std::int64_t row, std::int64_t column) {
    return row >= 0 && column >= 0 && row < rows && column < columns &&
           inside[static_cast<std::size_t>(row * columns + column)];
  };
  // Where two neighbours differ, there is a line between them; along a row or column it is drawn in one go.
  const auto draw = [&](bool level, std::int64_t line, std::int64_t from, std::int64_t to) {
    const auto along = static_cast<float>(line), begin = static_cast<float>(from), end = static_cast<float>(to);
    if (level)
      picture.lines.push_back({{grid.x + begin * w, grid.y + along * h}, {grid.x + end * w, grid.y + along * h}, ink, width});
    else
      picture.lines.push_back({{grid.x + along * w, grid.y + begin * h}, {grid.x + along * w, grid.y + end * h}, ink, width});
  };
  const auto follow = [&](bool level, std::int64_t lines, std::int64_t length, const auto& differs) {
    for (std::int64_t line = 0; line <= lines; ++line) {
      std::int64_t from = -1;
      for (std::int64_t at = 0; at <= length; ++at) {
        const bool is_edge = at < length && differs(line, at);
        if (is_edge && from < 0) from = at;
        if (is_edge || from < 0) continue;
        draw(level, line, from, at);
        from = -1;
      }
    }
  };
  follow(true, rows, columns, [&](std::int64_t line, std::int64_t at) { return is_inside(line - 1, at) != is_inside(line, at); });
  follow(false, columns, rows, [&](std::int64_t line, std::int64_t at) { return is_inside(at, line - 1) != is_inside(at, line); });
}

}  // namespace tilescope
