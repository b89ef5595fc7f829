// Outlines around groups of cells of a grid; adjacent cells share one outline.
#pragma once

#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// `cells` are numbered row by row.
void draw_outline(Picture& picture, const Box& grid, std::uint32_t rows, std::uint32_t columns,
                  const std::vector<std::uint32_t>& cells, Ink ink, float width);

}  // namespace tilescope
