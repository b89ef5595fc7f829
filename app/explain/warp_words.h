// The cost of a warp's access or atomic, in words.
#pragma once

#include <string>
#include <vector>

#include "app/stage/words.h"
#include "instrumentation/analysis/contention.h"
#include "instrumentation/analysis/warps.h"

namespace tilescope {

[[nodiscard]] std::string access_words(const Scenery& scenery, const AccessName& name);
// The cost of the access in the step: "4 elements in 1 sector of 32 bytes (minimum 1): 50 % efficient".
[[nodiscard]] std::string cost_words(const WarpAccess& access, const std::vector<ArrayInfo>& arrays);
// "12.5 %": with one decimal, unless it is a whole number.
[[nodiscard]] std::string percent_words(double part);
// How much of each sector a global access uses, in elements of its array: "1 of 8 used". Empty if it uses everything,
// or if sectors differ.
[[nodiscard]] std::string used_words(const WarpAccess& access, const std::vector<ArrayInfo>& arrays);
// "atomicAdd bins: 32 lanes at 5 cells; 9 want bins[3], one after another".
[[nodiscard]] std::string contention_words(const WarpAtomic& atomic, const std::vector<ArrayInfo>& arrays);

}  // namespace tilescope
