// The selected thread's warp in the current step: which lanes take part, and which sectors or banks they access.
#pragma once

#include "app/explain/explainable.h"
#include "app/export/json.h"
#include "app/replay/links.h"
#include "app/stage/words.h"

namespace tilescope {

// Below it, every access of the kernel's text, counted over the whole launch.
[[nodiscard]] Picture warps_picture(const Frame& frame, const Explained& explained, const View& view);

// The selected thread's warp in this step.
void dump_warps(const Explainable& of, Json& state);
// Empty if it accesses no memory.
[[nodiscard]] std::string warps_line(const Explainable& of);
// About the lane, the bank or the sector under the pointer.
[[nodiscard]] WarpLinks warps_links(const Replay& replay, const Explainable& of);

}  // namespace tilescope
