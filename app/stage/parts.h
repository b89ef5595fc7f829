// Small things that pictures are put together from.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "app/stage/stage_options.h"

namespace tilescope {

inline constexpr float narrow = 27;  // sizes of the text: with less width there are fewer words

// How large a number is in a cell of that side: at most that share of it, and 0 where it would be too small to be read.
// `wide` is the number's width in letters of size 1.
[[nodiscard]] float size_in_cell(float side, float wide, float share, const View& view);
void put(Picture& picture, Box box, std::string text, float size, Ink ink = Ink::text, Face face = Face::sans,
         Align align = Align::left);
// As how many columns so many cells get largest in that room, with no cell missing in the last row.
[[nodiscard]] std::uint32_t columns_for(std::uint32_t cells, float wide, float high);
// So many cells of no content yet.
[[nodiscard]] Grid grid_in(Box box, std::uint32_t rows, std::uint32_t columns, std::string name, Ink border);
// Around what is in the picture.
void frame_in(Picture& picture, Box box, Ink ink, float width);
// What a cell holds, in its middle. Below a cross it could not be read, so it has a ground of its own there.
void put_in_cell(Picture& picture, const Box& box, const std::string& value, float size, const Cell& cell);
// The first of these wordings that fits.
void put_first(Picture& picture, Box box, std::initializer_list<std::string> wordings, float size, Ink ink = Ink::text,
               Face face = Face::sans, Align align = Align::left);
[[nodiscard]] Target target_of(const StageOptions& options, Target::Kind kind, std::uint32_t number,
                               std::uint8_t array = 0);

}  // namespace tilescope
