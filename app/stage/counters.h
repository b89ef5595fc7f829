// The counters: what the kernel in focus has loaded from global memory so far, beside another one, and for what work.
#pragma once

#include <optional>

#include "app/stage/words.h"

namespace tilescope {

// The room for a title and the bars of that many kernels: low and wide, with the rest beside them.
[[nodiscard]] float counters_strip_height(std::size_t kernels, float text);

// The loads of all blocks if not all were recorded: counted as well, or scaled from the recorded ones.
struct WholeLoads {
  double loads = 0;
  bool counted = false;
};

// Bars and the ratio are always shown; the rest as far as it fits. There may be no other kernel.
[[nodiscard]] Picture counters_picture(const Frame& frame, const Frame* other, const View& view,
                                       std::optional<WholeLoads> whole = std::nullopt,
                                       std::optional<WholeLoads> other_whole = std::nullopt);

}  // namespace tilescope
