// Small building blocks of pictures.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "app/stage/stage_options.h"

namespace tilescope {

inline constexpr float narrow = 27;  // in units of the text size: narrower views use fewer words

// The size of a number in a cell with this side: at most `share` of it, and 0 if the number would be unreadable. `wide`
// is the number's width at size 1.
[[nodiscard]] float size_in_cell(float side, float wide, float share, const View& view);
void put(Picture& picture, Box box, std::string text, float size, Ink ink = Ink::text, Face face = Face::sans,
         Align align = Align::left);
// The number of columns that gives `cells` cells the largest size in the room, with a full last row.
[[nodiscard]] std::uint32_t columns_for(std::uint32_t cells, float wide, float high);
// A grid without contents.
[[nodiscard]] Grid grid_in(Box box, std::uint32_t rows, std::uint32_t columns, std::string name, Ink border);
// A frame along the inside of the box.
void frame_in(Picture& picture, Box box, Ink ink, float width);
// A cell's value in its middle, with a background if a cross would cover it.
void put_in_cell(Picture& picture, const Box& box, const std::string& value, float size, const Cell& cell);
// Puts the first wording that fits.
void put_first(Picture& picture, Box box, std::initializer_list<std::string> wordings, float size, Ink ink = Ink::text,
               Face face = Face::sans, Align align = Align::left);
[[nodiscard]] Target target_of(const StageOptions& options, Target::Kind kind, std::uint32_t number,
                               std::uint8_t array = 0);

}  // namespace tilescope
