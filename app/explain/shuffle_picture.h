// The values that the lanes of the selected thread's warp give each other in a step. A shuffle has two rows, the givers
// above the receivers, with a line from each giver; a vote has one row, which shows the lanes that vote yes.
#pragma once

#include "app/stage/stage.h"

namespace tilescope {

// Its height; 0 if the warp does not shuffle in the frame's step.
[[nodiscard]] float shuffle_height(const Frame& frame, float text);
// Draws it from there down.
void draw_shuffle(Picture& picture, const Frame& frame, float y, const View& view);

// "16 lanes get another lane's value, 16 their own".
[[nodiscard]] std::string shuffle_words(const Frame& frame);

}  // namespace tilescope
