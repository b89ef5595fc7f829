// Records a launch of a program's kernel on the GPU, as machine::run does on the CPU.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/trace/launch.h"

namespace tilescope::cuda {

struct Recording {
  Record record = Record::full;
  std::function<bool(std::uint64_t block)> keeps;  // which of their events; none: all
  const RecordOptions& options;
  std::shared_ptr<EventPool> pool;
};
[[nodiscard]] machine::Ran record(DeviceRun& run, const Recording& how);

}  // namespace tilescope::cuda
