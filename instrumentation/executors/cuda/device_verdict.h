// Judges a launch on the GPU that runs it: all blocks run once and tell which of them did the same in shared memory;
// one of each is recorded and looked at there, and only blocks in doubt come to this machine, where the code for all
// traces finds what is wrong.
#pragma once

#include <optional>
#include <string>

#include "instrumentation/executors/cuda/device_record.h"
#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/executor.h"

namespace tilescope::cuda {

// Whether that can be done for this kernel.
[[nodiscard]] bool can_be_judged_there(const RecordedKernel& kernel);

// Nothing if the GPU cannot be sure of its answer, and then says why in `why_not`. The run is one of the launch.
[[nodiscard]] std::optional<Verdict> judge_there(const RecordedKernel& kernel, const Launch& launch,
                                                 const RecordOptions& options, EventPool& pool, DeviceRun& run,
                                                 EarlierRecording& known, const std::string& name,
                                                 std::string& why_not);

}  // namespace tilescope::cuda
