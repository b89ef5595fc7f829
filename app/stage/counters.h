// The counters: what the kernel in focus has loaded from global memory so far, beside another one, and for what work.
#pragma once

#include <optional>

#include "app/stage/words.h"

namespace tilescope {

// What a title and the bars of so many kernels take: low and wide, the rest stands beside them.
[[nodiscard]] float counters_strip_height(std::size_t kernels, float text);

// The loads of all blocks, where not all were recorded: counted as well, or as if all were like those that were.
struct WholeLoads {
  double loads = 0;
  bool counted = false;
};

// Bars and the ratio are always there; the rest as far as there is room. There may be no other kernel.
[[nodiscard]] Picture counters_picture(const Frame& frame, const Frame* other, const View& view,
                                       std::optional<WholeLoads> whole = std::nullopt,
                                       std::optional<WholeLoads> other_whole = std::nullopt);

}  // namespace tilescope
