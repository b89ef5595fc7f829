// The findings of a trace, one below the other: what is wrong, where in the text, who did it, and when.
#pragma once

#include "app/explain/explained.h"
#include "app/stage/words.h"

namespace tilescope {

// One finding is open and tells everything, as far as there is room. What could not be looked at
// stands above.
[[nodiscard]] Picture findings_picture(const Replay& replay, const Explained& explained, std::size_t open,
                                       const View& view);

}  // namespace tilescope
