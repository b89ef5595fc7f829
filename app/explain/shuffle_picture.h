// What the lanes of the selected thread's warp give each other in a step. Of a shuffle there are two rows, those who
// give above those who get, and a line from each giver; of a vote one row, of who said yes.
#pragma once

#include "app/stage/stage.h"

namespace tilescope {

// How high it is; 0 where the warp shuffles nothing in the frame's step.
[[nodiscard]] float shuffle_height(const Frame& frame, float text);
// Draws it from there down.
void draw_shuffle(Picture& picture, const Frame& frame, float y, const View& view);

// "16 of 32 lanes get another one's value, 16 keep their own".
[[nodiscard]] std::string shuffle_words(const Frame& frame);

}  // namespace tilescope
