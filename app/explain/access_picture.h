// One access of a warp: its lanes in a row, and below them the memory that they want as it lies there. Of global memory
// that is a strip of lines and sectors, of shared memory rows of words with the banks as columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "app/stage/stage.h"

namespace tilescope {

// Of the lines between lanes and memory, in sizes of the text.
inline constexpr float usual_links = 2, least_links = 0.8F;

// How strong elements are that nobody wants and that come in a sector with others.
inline constexpr std::uint8_t comes_along = 70;

// How high the access of that number in the frame's step is, counted from 0.
[[nodiscard]] float access_height(const Frame& frame, std::size_t number, float text, float links);
// Draws it from there down.
void draw_access(Picture& picture, const Frame& frame, std::size_t number, float y, float links, const View& view);

// The warp's lanes alone, and which threads they are: there is nothing else to be seen yet. Gives how high that
// is; 0 without room.
float draw_lanes_alone(Picture& picture, const Frame& frame, float y, const View& view);

// What is drawn below it, and beside that in the first of these words that have room what it costs.
void put_head(Picture& picture, float y, const std::string& title, Ink ink,
              std::initializer_list<std::string> wordings, const View& view);

}  // namespace tilescope
