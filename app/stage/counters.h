// The counters: what the kernel in focus has loaded from global memory so far, for how much work, and compared with
// another kernel.
#pragma once

#include <optional>

#include "app/stage/words.h"

namespace tilescope {

// The height of a low, wide panel, in which kernels are side by side, or if it is narrow below each other.
[[nodiscard]] float counters_strip_height(float text, bool is_narrow);

// The loads of all blocks, if not all were recorded: counted, or scaled from the recorded blocks.
struct WholeLoads {
  double loads = 0;
  bool counted = false;
};

// Shows everything: a picture with more parts than fit is higher than the view, except the low, wide form. Before the
// first step it shows the totals at the end, unless a question is open. `other` may be null.
[[nodiscard]] Picture counters_picture(const Frame& frame, const Frame* other, const View& view,
                                       std::optional<WholeLoads> whole = std::nullopt,
                                       std::optional<WholeLoads> other_whole = std::nullopt);

}  // namespace tilescope
