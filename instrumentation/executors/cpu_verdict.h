// Judges a launch on the CPU while it runs: each block is recorded, examined and dropped, so that memory depends
// neither on the size of the launch nor on the number of its events.
#pragma once

#include <memory>

#include "instrumentation/executors/executor.h"
#include "instrumentation/machine/run.h"

namespace tilescope {

// The maximum memory for events, in bytes; and the work in turns, in the unit of machine::RunOptions.
struct VerdictRoom {
  std::uint64_t kept = std::uint64_t{128} << 20;     // for all blocks: beyond it, none are kept
  std::uint64_t compared = std::uint64_t{16} << 20;  // for a block with which later blocks are compared
  std::uint64_t shown = std::uint64_t{256} << 20;    // for blocks that are recorded again, to be shown
  std::uint64_t work_in_turns = 60'000'000;
};

// `how`: as for a recording of the launch. The trace has the events of all blocks if they are few, otherwise of the
// blocks in findings.
[[nodiscard]] Verdict judge_here(const RecordedKernel& kernel, const Launch& launch, machine::RunOptions how,
                                 const VerdictRoom& room = {});

}  // namespace tilescope
