// Small building blocks of pictures.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "app/stage/stage_options.h"

namespace tilescope {

inline constexpr float narrow = 27;  // in units of the text size: narrower views use fewer words

// Between the numbers of neighbouring cells, in units of the letter size: more than a third of a digit.
inline constexpr float number_gap = 0.21F;
// The smallest letters of numbers, and a size that is read with ease. Up to that size, letters may take `most_letter`
// of the height of a cell.
[[nodiscard]] float least_number_size(const View& view);
[[nodiscard]] float easy_number_size(const View& view);
inline constexpr float most_letter = 0.77F;
// The size of the widest number, whose width at size 1 is `wide`, in a cell: `share` of the cell's height if that is
// easy to read, and 0 if the number would be unreadable.
[[nodiscard]] float size_in_cell(Point cell, float wide, float share, const View& view);
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
// A cross that closes something, in the middle of the box.
void put_cross(Picture& picture, const Box& box, float text, const Target& target);
inline constexpr float cross_wide = 1.8F;  // in text sizes
// Puts the first wording that fits.
void put_first(Picture& picture, Box box, std::initializer_list<std::string> wordings, float size, Ink ink = Ink::text,
               Face face = Face::sans, Align align = Align::left);
[[nodiscard]] Target target_of(const StageOptions& options, Target::Kind kind, std::uint32_t number,
                               std::uint8_t array = 0);

}  // namespace tilescope
