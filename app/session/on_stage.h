// What comes onto the stage, and all that follows from it: frames, links, stories, the timeline's range.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

// Another launch, or none beside it: what was pointed at before means nothing there.
void put_on_stage(Parts& parts, Recorded focus, Recorded beside);
// What has been recorded comes onto the stage, or a banner says why it does not.
void take_in(Parts& parts, Recording recording);
// What of them has been explained meanwhile. True where something has.
bool take_explained(Parts& parts);
bool compare_launches(Parts& parts);
bool follow_cube(Parts& parts);

// Works out all that follows from what was chosen.
void settle(Parts& parts);
// What the views that explain are drawn from.
[[nodiscard]] Explainable explainable(const Parts& parts);

void swap_kernels(Parts& parts);
// In lockstep, or as threads ran.
void switch_order(Parts& parts);

}  // namespace tilescope
