// What the stage shows, and all that follows from it: frames, links, stories, the timeline's range.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

// The launch has changed, or the one beside it: old hovered places no longer mean anything.
void put_on_stage(Parts& parts, Recorded focus, Recorded beside);
bool compare_launches(Parts& parts);
bool follow_cube(Parts& parts);

// Whether the lesson's launch is on the stage, not one that the user has tried meanwhile.
[[nodiscard]] bool lesson_is_shown(const Course& course, const Shown& shown);
// Works out everything that follows from the choices.
void settle(Parts& parts);
// The data that the explaining views are drawn from.
[[nodiscard]] Explainable explainable(const Parts& parts);

void swap_kernels(Parts& parts);
// In lockstep, or as threads ran.
void switch_order(Parts& parts);

}  // namespace tilescope
