// The order in which a schedule lets threads go on. Where threads do not race the machine runs them
// all in step, and a trace keeps no order: the launch is run again for it, one thread at a time.
#pragma once

#include "instrumentation/machine/run.h"
#include "instrumentation/trace/turns.h"

namespace tilescope::machine {

struct TurnOptions {
  std::function<bool(std::uint64_t block)> runs;   // which blocks; none: all
  std::function<bool(std::uint64_t block)> keeps;  // whose turns; none: all
  std::uint64_t most = 0;                          // turns that are kept
  std::function<bool()> goes_on;                   // asked now and then; false: stop
};

struct TooManyTurns {};

// Block after block, as blocks appear to run. An Error says that it was stopped.
[[nodiscard]] Turns turn_order(const Prepared& kernel, const Launch& launch, const TurnOptions& options);

}  // namespace tilescope::machine
