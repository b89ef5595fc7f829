// Cells that threads want by atomics in a step: how many, as a number in their corner.
#pragma once

#include <functional>
#include <optional>

#include "app/stage/picture.h"
#include "app/stage/stage_options.h"

namespace tilescope {

// Of one array, whose cells have that side and stand where `box_of` says, if they do: above their values or below.
enum class Beside : std::uint8_t { above, below };
using PlaceOfCell = std::function<std::optional<Box>(std::uint32_t cell)>;
void draw_wanted(Picture& picture, std::uint8_t array, float side, const PlaceOfCell& box_of, const Frame& frame,
                 const View& view, Beside value = Beside::above);

// What the number means, left of `right`; nothing where the picture has none, or there is no room. Where it begins.
float draw_wanted_key(Picture& picture, const Box& room, float right, const Frame& frame, const View& view);

}  // namespace tilescope
