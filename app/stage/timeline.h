// The timeline: phases as bands, barriers as lines, and what each thread of the block in focus does in every step.
#pragma once

#include "app/replay/frame.h"
#include "app/stage/picture.h"
#include "app/stage/timeline_axis.h"
#include "app/stage/words.h"

namespace tilescope {

// Steps are hit as moments (their ends), lanes by their names as threads.
[[nodiscard]] Picture timeline_picture(const Frame& frame, const TimelineView& timeline, const View& view);

}  // namespace tilescope
