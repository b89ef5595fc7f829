// The meaning of the stage's marks, in one place and always in the same order.
#pragma once

#include "app/stage/parts.h"

namespace tilescope {

inline constexpr float legend_line = 1.4F;  // the height of a line, in units of the text size

// Explains the marks of a finished picture in the lines of `room`. Every mark that the launch may show has a place that
// stays the same; marks that the picture does not show are dim. Returns false, and draws nothing, if the marks do not
// all fit and `room` is not the `last` one to try.
bool draw_legend(Picture& picture, const Box& room, const Frame& frame, const StageOptions& options, const View& view,
                 bool is_last = true);

}  // namespace tilescope
