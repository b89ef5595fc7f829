// Grids of more elements than pixels: a cell stands for a square of elements, and shows the most striking one.
#pragma once

#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// How many rows and columns of elements share a cell, if an element has this height and width in pixels: a cell is at
// least a pixel. 1 if elements are large enough for cells of their own.
[[nodiscard]] std::uint32_t merged_at(float pixels);

// Lays out `grid`, whose box is that of all its elements: `ground` is the look of untouched elements.
void lay_out(Grid& grid, std::uint32_t rows, std::uint32_t columns, std::uint32_t merged, const Cell& ground);

// One element of it, or a box of elements: the first row and column, and their number.
void show_in(Grid& grid, std::uint32_t row, std::uint32_t column, const Cell& cell);
void show_in(Grid& grid, std::uint32_t row, std::uint32_t column, std::uint32_t rows, std::uint32_t columns,
             const Cell& cell);

// Around the same middle, at least large enough for a visible outline.
[[nodiscard]] Box at_least(const Box& box, float side);

}  // namespace tilescope
