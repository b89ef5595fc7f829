// Measures how long warps waited at barriers, by the clock of a GPU's multiprocessor. The CPU executor has no such
// clock: there is nothing to tell of its traces. Recording takes time as well, so this is of the kernel as it was
// recorded.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "instrumentation/trace/trace.h"

namespace tilescope {

// In ticks of the clock. A warp waits from the arrival of its own last lane until that of the block's last one.
struct Waited {
  std::uint64_t ticks = 0;
  std::uint64_t of = 0;  // the time in which that was: from the barrier before until this one lets go

  // Nothing if there was no barrier before, so that it is not known how long the way to this one took.
  [[nodiscard]] std::optional<double> share() const {
    return of == 0 ? std::nullopt : std::optional(static_cast<double>(ticks) / static_cast<double>(of));
  }
};

// A barrier of the kernel's text; of all blocks, and all times that they came by.
struct BarrierLine {
  std::uint32_t line = 0;
  std::uint64_t barriers = 0;
  std::uint64_t waited = 0;      // by all warps
  std::uint64_t skew = 0;        // from the first warp's arrival to the last one's
  std::uint64_t worst_skew = 0;  // of one barrier
};

// The warps of this number in all blocks.
struct WarpWait {
  std::uint64_t waited = 0;
  std::uint64_t last = 0;  // how often it came last, alone
};

struct Waits {
  std::uint64_t blocks = 0;        // that these numbers cover
  std::uint64_t all_blocks = 0;    // of the grid
  Waited all;                      // of all warps, from their first barrier on
  std::vector<Waited> barriers;    // by how many barriers were passed before; nothing of the first is in `of`
  std::vector<BarrierLine> lines;  // in the text's order
  std::vector<WarpWait> warps;
};

// For the recorded blocks. Nothing if the trace has no clock, or no barrier.
[[nodiscard]] std::optional<Waits> barrier_waits(const Trace& trace);

}  // namespace tilescope
