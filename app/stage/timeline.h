// The timeline: phases as bands, barriers as lines, and the activity of each thread of the block in focus in every
// step. Where steps are narrower than two pixels, bars show the shares of activities in a phase or a part of it.
#pragma once

#include "app/stage/timeline_shares.h"

namespace tilescope {

// A step's target is the moment at its end; a lane's name is the target of its thread.
[[nodiscard]] Picture timeline_picture(const Frame& frame, const TimelineView& timeline, const View& view);

// The topmost row: phases, with numbers if they fit. Below each phase is the share of its time that warps waited at its
// barriers, if a GPU's clock measured it. Where no phase has a name of its own, the row says the shares of `range`.
void draw_phases(Picture& picture, const Frame& frame, const TimelineAxis& axis, const std::optional<Waits>& waits,
                 const std::optional<StepRange>& range);
// Instead, the shares of a range that is pointed at.
void draw_range(Picture& picture, const Frame& frame, const TimelineAxis& axis, const StepRange& range);

}  // namespace tilescope
