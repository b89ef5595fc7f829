// The source panel: the kernel's own text, the line that is run, and how often each line has been run so far.
#pragma once

#include <optional>

#include "app/stage/words.h"

namespace tilescope {

// May be higher than the view: lines are wrapped, never cut off. Names of arrays lie on the colours of their matrices.
[[nodiscard]] Picture source_picture(const Frame& frame, const View& view);

// Where a line stands in such a picture, with all its rows, to scroll to it.
[[nodiscard]] std::optional<Box> box_of_line(const Picture& source, std::uint32_t line);

}  // namespace tilescope
