// What comes onto the stage, and all that follows from it: frames, links, stories, the timeline's range.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

// Another launch, or none beside it: what was pointed at before means nothing there.
void put_on_stage(Parts& parts, Recorded focus, Recorded beside);
bool compare_launches(Parts& parts);
bool follow_cube(Parts& parts);

// The lesson's launch is on the stage, and not one that somebody tried meanwhile.
[[nodiscard]] bool lesson_is_shown(const Course& course, const Shown& shown);
// Works out all that follows from what was chosen.
void settle(Parts& parts);
// What the views that explain are drawn from.
[[nodiscard]] Explainable explainable(const Parts& parts);

void swap_kernels(Parts& parts);
// In lockstep, or as threads ran.
void switch_order(Parts& parts);

}  // namespace tilescope
