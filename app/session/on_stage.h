// The contents of the stage, and everything computed from them: frames, links, stories, the timeline's range.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

// Puts these launches on the stage. Targets selected or hovered in the old ones are forgotten.
void put_on_stage(Parts& parts, Recorded focus, Recorded beside);
bool compare_launches(Parts& parts);
bool follow_cube(Parts& parts);

// Whether the stage shows the lesson's launch, not one that the user has tried since.
[[nodiscard]] bool lesson_is_shown(const Course& course, const Shown& shown);
// Recomputes everything that depends on the user's choices.
void settle(Parts& parts);
// The data from which the explaining views are drawn.
[[nodiscard]] Explainable explainable(const Parts& parts);

void swap_kernels(Parts& parts);
// Switches between lockstep and the order in which the threads ran.
void switch_order(Parts& parts);

}  // namespace tilescope
