// Small building blocks of pictures.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "app/stage/stage_options.h"

namespace tilescope {

inline constexpr float narrow = 27;  // sizes of the text: with less width there are fewer words

// The size of a number in a cell of that side: at most that share of it, and 0 if it would be unreadable. `wide` is the
// number's width in letters of size 1.
[[nodiscard]] float size_in_cell(float side, float wide, float share, const View& view);
void put(Picture& picture, Box box, std::string text, float size, Ink ink = Ink::text, Face face = Face::sans,
         Align align = Align::left);
// The number of columns that makes that many cells largest in the room, with a full last row.
[[nodiscard]] std::uint32_t columns_for(std::uint32_t cells, float wide, float high);
// That many empty cells.
[[nodiscard]] Grid grid_in(Box box, std::uint32_t rows, std::uint32_t columns, std::string name, Ink border);
// The bounds of all that is in the picture.
void frame_in(Picture& picture, Box box, Ink ink, float width);
// The value of a cell, in its middle. A cross would cover it, so it has a background of its own there.
void put_in_cell(Picture& picture, const Box& box, const std::string& value, float size, const Cell& cell);
// The first of these wordings that fits.
void put_first(Picture& picture, Box box, std::initializer_list<std::string> wordings, float size, Ink ink = Ink::text,
               Face face = Face::sans, Align align = Align::left);
[[nodiscard]] Target target_of(const StageOptions& options, Target::Kind kind, std::uint32_t number,
                               std::uint8_t array = 0);

}  // namespace tilescope
