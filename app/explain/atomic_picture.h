// One atomic of a warp: its lanes in a row, and below them the cells that they change. A cell shows how many lanes
// change it; they do so one after the other.
#pragma once

#include <cstddef>

#include "app/stage/stage.h"

namespace tilescope {

[[nodiscard]] float atomic_height(float text);
// Draws the atomic with that number in the frame's step, counted from 0, from there down.
void draw_atomic(Picture& picture, const Frame& frame, std::size_t number, float y, const View& view);

}  // namespace tilescope
