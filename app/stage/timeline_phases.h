// The timeline's topmost row: phases as bands, with their numbers where these fit, and below each how much of its time
// warps waited at its barriers, where a GPU's clock told.
#pragma once

#include "app/stage/timeline_axis.h"

namespace tilescope {

void draw_phases(Picture& picture, const Frame& frame, const TimelineAxis& axis, const std::optional<Waits>& waits);

}  // namespace tilescope
