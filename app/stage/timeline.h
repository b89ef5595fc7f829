// The timeline: phases as bands, barriers as lines, and what each thread of the block in focus does in every step.
#pragma once

#include "app/stage/timeline_axis.h"

namespace tilescope {

// Steps are hit as moments (their ends), lanes by their names as threads.
[[nodiscard]] Picture timeline_picture(const Frame& frame, const TimelineView& timeline, const View& view);

// Its topmost row: phases with their numbers, if they fit. Below each is the share of its time that warps waited at its
// barriers, if a GPU's clock measured it.
void draw_phases(Picture& picture, const Frame& frame, const TimelineAxis& axis, const std::optional<Waits>& waits);

}  // namespace tilescope
