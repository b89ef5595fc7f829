// Cells that threads change by atomics in a step: how many threads, as a number in the cell's corner.
#pragma once

#include <functional>
#include <optional>

#include "app/stage/picture.h"
#include "app/stage/stage_options.h"

namespace tilescope {

// For one array, whose cells have that side and the boxes of `box_of`, if they are drawn: above their values or below.
enum class Beside : std::uint8_t { above, below };
using PlaceOfCell = std::function<std::optional<Box>(std::uint32_t cell)>;
void draw_wanted(Picture& picture, std::uint8_t array, float side, const PlaceOfCell& box_of, const Frame& frame,
                 const View& view, Beside value = Beside::above);

// The meaning of the number, left of `right`; nothing if the picture has none, or without room. Returns its left end.
float draw_wanted_key(Picture& picture, const Box& room, float right, const Frame& frame, const View& view);

}  // namespace tilescope
