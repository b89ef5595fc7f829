// Judges a launch on the GPU that runs it: all blocks run once and report which of them did the same in shared memory.
// One of each kind is recorded and examined there. Only doubtful blocks are copied to the host, where the code for all
// traces finds the errors.
#pragma once

#include <optional>
#include <string>

#include "instrumentation/executors/cuda/device_record.h"
#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/executor.h"

namespace tilescope::cuda {

// True if this kernel can be judged on the GPU.
[[nodiscard]] bool can_be_judged_there(const RecordedKernel& kernel);

// None if the GPU cannot be sure of its answer; `why_not` has the reason. The run must be one of the launch.
[[nodiscard]] std::optional<Verdict> judge_there(const RecordedKernel& kernel, const Launch& launch,
                                                 const RecordOptions& options, EventPool& pool, DeviceRun& run,
                                                 EarlierRecording& known, const std::string& name,
                                                 std::string& why_not);

}  // namespace tilescope::cuda
