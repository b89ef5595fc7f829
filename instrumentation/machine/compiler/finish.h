#pragma once

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

struct Loop {
  std::uint32_t first = 0, last = 0;  // its head, and the jump back

  [[nodiscard]] bool holds(std::uint32_t instruction) const { return first <= instruction && instruction <= last; }
};

// Moves invariant instructions out of loops. Inner loops come first.
void hoist(Code& code, std::vector<Loop> loops, const std::vector<bool>& kept_lanes,
           const std::vector<bool>& kept_uniforms);

// `wide`: by slot for lanes, true if it takes two rows.
void give_rows(Code& code, const std::vector<bool>& wide);

}  // namespace tilescope::machine
