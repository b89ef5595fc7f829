// One memory access of a warp: its lanes in a row, and below them the memory that they access. Global memory is drawn
// as a strip of cache lines and sectors, shared memory as rows of words with one column per bank.
#pragma once

#include <cstddef>
#include <cstdint>

#include "app/stage/stage.h"

namespace tilescope {

// The strength of elements that no lane uses but that are moved with their sector.
inline constexpr std::uint8_t comes_along = 70;

// Access `number` of the frame's step, counted from 0. `ease`: see WarpPicture.
[[nodiscard]] Picture access_picture(const Frame& frame, std::size_t number, float ease, const View& view);

}  // namespace tilescope
