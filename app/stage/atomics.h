// Cells that threads want by atomics in a step: how many, as a number in their corner.
#pragma once

#include <functional>

#include "app/stage/picture.h"
#include "app/stage/stage.h"

namespace tilescope {

// Of one array, whose cells have that side and stand where `box_of` says: above their values or below.
enum class Beside : std::uint8_t { above, below };
void draw_wanted(Picture& picture, std::uint8_t array, float side, const std::function<Box(std::uint32_t)>& box_of,
                 const Frame& frame, const View& view, Beside value = Beside::above);

// What the number means, left of `right`; nothing where the picture has none, or there is no room. Where it begins.
float draw_wanted_key(Picture& picture, const Box& room, float right, const Frame& frame, const View& view);

}  // namespace tilescope
