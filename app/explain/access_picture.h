// One memory access of a warp: its lanes in a row, and below them the memory that they access. Global memory is drawn
// as a strip of cache lines and sectors, shared memory as rows of words with one column per bank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "app/stage/stage.h"

namespace tilescope {

// The height of the links between lanes and memory, in units of the text size.
inline constexpr float usual_links = 2, least_links = 0.8F;

// The strength of elements that no lane uses but that their sector moves as well.
inline constexpr std::uint8_t comes_along = 70;

// Returns the height of access `number` of the frame's step, counted from 0.
[[nodiscard]] float access_height(const Frame& frame, std::size_t number, float text, float links);
// Draws that access from `y` downwards.
void draw_access(Picture& picture, const Frame& frame, std::size_t number, float y, float links, const View& view);

// Draws only the warp's lanes and threads, for the time before the first step. Returns the height; 0 if there is no
// room.
float draw_lanes_alone(Picture& picture, const Frame& frame, float y, const View& view);

// Draws the heading, and beside it the first wording of the cost that fits.
void put_head(Picture& picture, float y, const std::string& title, Ink ink, std::initializer_list<std::string> wordings,
              const View& view);

}  // namespace tilescope
