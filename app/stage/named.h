// Places that a lesson names, for readers of a window that does not show them elsewhere: lines of the source as code,
// and elements, threads and blocks as cells with their names.
#pragma once

#include <vector>

#include "app/stage/words.h"

namespace tilescope {

// As wide as the view, and as high as the places need. A click on a place does the same as on the stage.
[[nodiscard]] Picture named_places_picture(const Frame& frame, const View& view, std::vector<Target> places);

}  // namespace tilescope
