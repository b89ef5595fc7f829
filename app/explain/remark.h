// A remark of a view: words across all of its width, in as many lines as they take and have room.
#pragma once

#include <string>

#include "app/stage/words.h"

namespace tilescope {

// Of letters of that size; both in sizes of the view's text.
[[nodiscard]] float remark_height(const std::string& words, float size, const View& view);
// Gives where what comes below it may begin.
[[nodiscard]] float put_remark(Picture& picture, float y, const std::string& words, float size, Ink ink,
                               const View& view);

}  // namespace tilescope
