// Moves events to memory that nobody reads soon: past the cache, in the widest stores that the processor has.
#pragma once

#include <cstddef>

#include "instrumentation/trace/event.h"

namespace tilescope::cpu {

using MoveOut = void (*)(Event* to, const Event* from, std::size_t count);
[[nodiscard]] MoveOut best_move_out();

// What was moved out can be read by other OS threads from now on.
void finish_moves();

}  // namespace tilescope::cpu
