// The selected thread's warp in the current step: which lanes take part, and which sectors or banks they access.
#pragma once

#include "app/explain/explainable.h"
#include "app/export/json.h"
#include "app/replay/links.h"
#include "app/stage/words.h"

namespace tilescope {

// The moment of a line's target, if a click on it leads to the first step at the line.
inline constexpr std::uint64_t first_step_of_line = ~std::uint64_t{0};

// Below them: every access in the source, counted over the whole launch.
[[nodiscard]] Picture warps_picture(const Frame& frame, const Explained& explained, const View& view);

void dump_warps(const Explainable& of, Json& state);
// Empty if the warp accesses no memory.
[[nodiscard]] std::string warps_line(const Explainable& of);
// The links of the lane, bank or sector under the pointer.
[[nodiscard]] WarpLinks warps_links(const Replay& replay, const Explainable& of);

}  // namespace tilescope
