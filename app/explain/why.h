// Why an element of the result is wrong: the wrong read or the load out of bounds behind it, or the products missing
// from its sum.
// sum.
#pragma once

#include <vector>

#include "app/explain/explained.h"
#include "app/replay/touches.h"
#include "app/stage/inspector.h"

namespace tilescope {

// Reads the events of the block that stored the element, so do not call it for every frame. Empty unless the target is
// a wrong element of the result. `touches` are the element's; see touches_of.
[[nodiscard]] std::vector<Fact> why_wrong(const Replay& replay, const Explained* explained, const Target& selected,
                                          const std::vector<Touch>& touches);

}  // namespace tilescope
