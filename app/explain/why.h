// Why an element of C is wrong: the read of shared memory behind it, or what its sum lacks.
#pragma once

#include <vector>

#include "app/explain/explained.h"
#include "app/replay/touches.h"
#include "app/stage/inspector.h"

namespace tilescope {

// Nothing of an element that is right, or of anything else. `touches` are the element's; see touches_of.
[[nodiscard]] std::vector<Fact> why_wrong(const Replay& replay, const Explained* explained, const Target& selected,
                                          const std::vector<Touch>& touches);

}  // namespace tilescope
