// Cells that threads change by atomics in a step: the number of threads, in a corner of the cell.
#pragma once

#include <functional>
#include <optional>

#include "app/stage/picture.h"
#include "app/stage/stage_options.h"

namespace tilescope {

// For one array, whose drawn cells have this side and the boxes of `box_of`. The number is above or below the cell's
// value.
enum class Beside : std::uint8_t { above, below };
using PlaceOfCell = std::function<std::optional<Box>(std::uint32_t cell)>;
void draw_wanted(Picture& picture, std::uint8_t array, float side, const PlaceOfCell& box_of, const Frame& frame,
                 const View& view, Beside value = Beside::above);

}  // namespace tilescope
