// The story of the selection: an element's value and address, which threads write and read it, and when.
#pragma once

#include <vector>

#include "app/replay/touches.h"
#include "app/stage/inspector.h"

namespace tilescope {

// Reads events, so do not call it for every picture. `touches` are those of the selected element; see touches_of.
[[nodiscard]] std::vector<Fact> facts_of(const Replay& replay, const Frame& frame, const Target& selected,
                                         const std::vector<Touch>& touches);

}  // namespace tilescope
