// The selected thread's warp in the step that is shown: which lanes take part, and which sectors or banks they meet in.
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
// Empty where it touches no memory.
[[nodiscard]] std::string warps_line(const Explainable& of);
// Of the lane, the bank or the sector that is pointed at.
[[nodiscard]] WarpLinks warps_links(const Replay& replay, const Explainable& of);

// "load As".
[[nodiscard]] std::string access_words(const Scenery& scenery, const AccessName& name);
// "4 elements in 1 sector of 32 bytes, 50 % of it asked for": what the access of the step costs.
[[nodiscard]] std::string cost_words(const WarpAccess& access, const std::vector<ArrayInfo>& arrays);
// "atomicAdd bins: 32 lanes at 5 cells; 9 want bins[3], one after the other".
[[nodiscard]] std::string contention_words(const WarpAtomic& atomic, const std::vector<ArrayInfo>& arrays);

}  // namespace tilescope
