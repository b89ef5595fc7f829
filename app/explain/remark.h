// A remark of a view: text across its whole width, in as many lines as needed and as fit.
#pragma once

#include <string>

#include "app/stage/words.h"

namespace tilescope {

// `size` and the height are in units of the view's text size.
[[nodiscard]] float remark_height(const std::string& words, float size, const View& view);
// Returns where the next item may begin.
[[nodiscard]] float put_remark(Picture& picture, float y, const std::string& words, float size, Ink ink,
                               const View& view);

}  // namespace tilescope
