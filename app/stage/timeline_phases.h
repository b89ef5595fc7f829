// The timeline's topmost row: phases as bands, with their numbers where these fit.
#pragma once

#include "app/stage/timeline_axis.h"

namespace tilescope {

void draw_phases(Picture& picture, const Replay& replay, const Frame& frame, const TimelineAxis& axis);

}  // namespace tilescope
