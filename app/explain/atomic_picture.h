// One atomic of a warp: its lanes in a row, and below them the cells that they change. A cell shows how many lanes
// change it, one after another.
#pragma once

#include <cstddef>

#include "app/stage/stage.h"

namespace tilescope {

// Atomic `number` of the frame's step, counted from 0. `ease`: see WarpPicture.
[[nodiscard]] Picture atomic_picture(const Frame& frame, std::size_t number, float ease, const View& view);

}  // namespace tilescope
