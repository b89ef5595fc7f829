// The order in which a schedule runs threads. If threads do not race, the machine runs them in lockstep, and a trace
// has no order: the launch then runs again for it, one thread at a time.
#pragma once

#include "instrumentation/machine/run.h"
#include "instrumentation/trace/turns.h"

namespace tilescope::machine {

struct TurnOptions {
  std::function<bool(std::uint64_t block)> runs;   // which blocks run; null: all
  std::function<bool(std::uint64_t block)> keeps;  // whose turns are kept; null: all
  std::uint64_t most = 0;                          // maximum number of turns
  std::function<bool()> goes_on;                   // polled regularly; false: stop
};

struct TooManyTurns {};

// Block after block, in the order in which they appear to run. Throws an Error if it was stopped.
[[nodiscard]] Turns turn_order(const Prepared& kernel, const Launch& launch, const TurnOptions& options);

}  // namespace tilescope::machine
