// Grids of more elements than there are pixels: a cell stands for a square of them, and shows the most striking one.
#pragma once

#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// How many rows and columns of elements share a cell, where an element is so many pixels high and wide: a cell is a
// pixel at least. 1 where elements are large enough to have cells of their own.
[[nodiscard]] std::uint32_t merged_at(float pixels);

// Lays `grid` out, whose box is that of all its elements: `ground` is how those look that nothing happens to.
void lay_out(Grid& grid, std::uint32_t rows, std::uint32_t columns, std::uint32_t merged, const Cell& ground);

// One element of it, or a box of elements: rows and columns from those on, so many.
void show_in(Grid& grid, std::uint32_t row, std::uint32_t column, const Cell& cell);
void show_in(Grid& grid, std::uint32_t row, std::uint32_t column, std::uint32_t rows, std::uint32_t columns,
             const Cell& cell);

// Around the same middle, so large at least that its outline can be seen.
[[nodiscard]] Box at_least(const Box& box, float side);

}  // namespace tilescope
