// Grids with more elements than pixels: a cell stands for a square of elements and shows the most striking one.
#pragma once

#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// How many rows and columns of elements share a cell if an element's side has `pixels` pixels: a cell has at least one
// pixel. 1 if each element can have its own cell.
[[nodiscard]] std::uint32_t merged_at(float pixels);

// Lays out `grid`, whose box is that of all elements; `ground` is the look of untouched elements.
void lay_out(Grid& grid, std::uint32_t rows, std::uint32_t columns, std::uint32_t merged, const Cell& ground);

// Shows one element, or a rectangle of elements.
void show_in(Grid& grid, std::uint32_t row, std::uint32_t column, const Cell& cell);
void show_in(Grid& grid, std::uint32_t row, std::uint32_t column, std::uint32_t rows, std::uint32_t columns,
             const Cell& cell);

// The same box, grown around its middle so that an outline is visible.
[[nodiscard]] Box at_least(const Box& box, float side);

}  // namespace tilescope
