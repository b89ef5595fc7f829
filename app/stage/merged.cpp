#include "app/stage/merged.h"

#include <algorithm>

namespace tilescope {

namespace {

std::uint32_t divided_up(std::uint32_t number, std::uint32_t by) { return number / by + (number % by == 0 ? 0 : 1); }

void show_cell(Cell& there, const Cell& cell) {
  const bool is_lit = there.lit || cell.lit;
  if (cell.strength >= there.strength) there = cell;
  there.lit = is_lit;
}

}  // namespace

std::uint32_t merged_at(float pixels) {
  std::uint32_t merged = 1;
  while (pixels * static_cast<float>(merged) < 1 && merged < 1U << 16) merged *= 2;
  return merged;
}

void lay_out(Grid& grid, std::uint32_t rows, std::uint32_t columns, std::uint32_t merged, const Cell& ground) {
  grid.merged = merged;
  grid.all_rows = rows;
  grid.all_columns = columns;
  grid.rows = divided_up(rows, merged);
  grid.columns = divided_up(columns, merged);
  // The last cells may stand for fewer elements, but have the same size.
  const auto part = [](std::uint32_t cells, std::uint32_t side, std::uint32_t all) {
    return static_cast<float>(static_cast<double>(cells) * side / all);
  };
  if (merged > 1) {
    grid.box.w *= part(grid.columns, merged, columns);
    grid.box.h *= part(grid.rows, merged, rows);
  }
  grid.cells.assign(std::size_t{grid.rows} * grid.columns, ground);
}

void show_in(Grid& grid, std::uint32_t row, std::uint32_t column, const Cell& cell) {
  show_in(grid, row, column, 1, 1, cell);
}

void show_in(Grid& grid, std::uint32_t row, std::uint32_t column, std::uint32_t rows, std::uint32_t columns,
             const Cell& cell) {
  const std::uint32_t bottom = std::min(divided_up(row + rows, grid.merged), grid.rows);
  const std::uint32_t right = std::min(divided_up(column + columns, grid.merged), grid.columns);
  for (std::uint32_t y = row / grid.merged; y < bottom; ++y)
    for (std::uint32_t x = column / grid.merged; x < right; ++x)
      show_cell(grid.cells[std::size_t{y} * grid.columns + x], cell);
}

Box at_least(const Box& box, float side) {
  const float w = std::max(box.w, side), h = std::max(box.h, side);
  return {box.x + (box.w - w) / 2, box.y + (box.h - h) / 2, w, h};
}

}  // namespace tilescope
