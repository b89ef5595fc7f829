// Why an element of C is wrong: the wrong read or the load out of bounds behind it, or the missing products of its sum.
#pragma once

#include <vector>

#include "app/explain/explained.h"
#include "app/replay/touches.h"
#include "app/stage/inspector.h"

namespace tilescope {

// Looks at the block that stored it, so it is not for every frame. Empty for a right element, and for anything else.
// `touches` are the element's; see touches_of.
[[nodiscard]] std::vector<Fact> why_wrong(const Replay& replay, const Explained* explained, const Target& selected,
                                          const std::vector<Touch>& touches);

}  // namespace tilescope
