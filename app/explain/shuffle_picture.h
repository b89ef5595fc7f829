// The values that lanes of the selected thread's warp exchange in a step. A shuffle has two rows, givers above
// receivers, with a line from each giver. A vote has one row, which shows the lanes that vote yes.
#pragma once

#include <optional>
#include <string>

#include "app/stage/stage.h"

namespace tilescope {

// None if the warp does not shuffle in the frame's step. `ease`: see WarpPicture.
[[nodiscard]] std::optional<Picture> shuffle_picture(const Frame& frame, float ease, const View& view);

// "16 lanes get another lane's value, 16 their own".
[[nodiscard]] std::string shuffle_words(const Frame& frame);

}  // namespace tilescope
