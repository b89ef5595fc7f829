// One access of a warp: its lanes in a row, and below them the memory that they access. Global memory is drawn as a
// strip of lines and sectors; shared memory as rows of words, with the banks as columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "app/stage/stage.h"

namespace tilescope {

// The height of the lines between lanes and memory, in sizes of the text.
inline constexpr float usual_links = 2, least_links = 0.8F;

// The strength of elements that no lane uses and that are moved in a sector with others.
inline constexpr std::uint8_t comes_along = 70;

// The height of the access with that number in the frame's step, counted from 0.
[[nodiscard]] float access_height(const Frame& frame, std::size_t number, float text, float links);
// Draws it from there down.
void draw_access(Picture& picture, const Frame& frame, std::size_t number, float y, float links, const View& view);

// The warp's lanes alone and their threads, before the first step. Returns their height; 0 without room.
float draw_lanes_alone(Picture& picture, const Frame& frame, float y, const View& view);

// Its heading, and beside it the first of these words that fits, which say what the access costs.
void put_head(Picture& picture, float y, const std::string& title, Ink ink, std::initializer_list<std::string> wordings,
              const View& view);

}  // namespace tilescope
