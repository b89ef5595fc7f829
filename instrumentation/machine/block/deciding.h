// Finds what decides how a thread continues in the loops around a place: the variables that their branches depend on,
// and the arrays that those are loaded from. What a loop only counts or adds up does not belong to it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// A word of each lane: numbers of 64 bits lie side by side, two words each.
struct DecidingWord {
  std::uint32_t row = 0, step = 1, offset = 0;
};

struct Deciding {
  bool is_loop = false;  // threads may come to the place again
  bool is_open = false;  // a clock decides too
  bool meets = false;    // other threads are waited for: at barriers, in functions of a warp
  std::vector<DecidingWord> words;
  std::vector<std::uint32_t> uniforms;
  std::vector<std::uint32_t> arrays;  // of global and shared memory
  bool changes_them = false;          // the loops store to one of those arrays
};

// For all instructions that lie on a way from one of the places to itself.
[[nodiscard]] Deciding deciding(const Code& code, std::span<const std::uint32_t> places);

}  // namespace tilescope::machine
