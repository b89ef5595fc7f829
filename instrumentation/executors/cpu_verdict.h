// Judges a launch on this machine while it runs: each block is recorded, looked at and let go, so that neither the
// size of the launch nor the number of its events takes memory.
#pragma once

#include <memory>

#include "instrumentation/executors/executor.h"
#include "instrumentation/machine/run.h"

namespace tilescope {

// What events may take, in bytes; and how much may be done in turns, as machine::RunOptions counts it.
struct VerdictRoom {
  std::uint64_t kept = std::uint64_t{128} << 20;      // of all blocks: beyond that, none are kept
  std::uint64_t compared = std::uint64_t{16} << 20;   // of a block that later ones are compared with
  std::uint64_t shown = std::uint64_t{256} << 20;     // of blocks that are recorded once more, to be shown
  std::uint64_t work_in_turns = 60'000'000;
};

// `how`: as the launch would be recorded. The trace has the events of all blocks where these are few, else of those
// that findings show.
[[nodiscard]] Verdict judge_here(const RecordedKernel& kernel, const Launch& launch, machine::RunOptions how,
                                 const VerdictRoom& room = {});

}  // namespace tilescope
