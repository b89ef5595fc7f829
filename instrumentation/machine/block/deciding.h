// Finds what decides how a thread continues in the loops around a place: the variables that their branches depend on,
// and the arrays that those are loaded from. Values that a loop only counts or sums up are not among them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// A word of each lane: a 64-bit number takes two adjacent words.
struct DecidingWord {
  std::uint32_t row = 0, step = 1, offset = 0;
};

struct Deciding {
  bool is_loop = false;  // threads may reach the place again
  bool is_open = false;  // a clock decides too
  bool meets = false;    // threads wait for others: at barriers or in warp functions
  std::vector<DecidingWord> words;
  std::vector<std::uint32_t> uniforms;
  std::vector<std::uint32_t> arrays;  // in global and shared memory
  bool changes_them = false;          // the loops store to one of those arrays
};

// Considers all instructions on paths from one of the places back to itself.
[[nodiscard]] Deciding deciding(const Code& code, std::span<const std::uint32_t> places);

}  // namespace tilescope::machine
