// One atomic of a warp: its lanes in a row, and below them the cells that they change. A cell shows how many lanes
// change it, one after another.
#pragma once

#include <cstddef>

#include "app/stage/stage.h"

namespace tilescope {

[[nodiscard]] float atomic_height(float text);
// Draws atomic `number` of the frame's step, counted from 0, from `y` downwards.
void draw_atomic(Picture& picture, const Frame& frame, std::size_t number, float y, const View& view);

}  // namespace tilescope
