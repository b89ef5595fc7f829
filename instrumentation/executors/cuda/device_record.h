// Records a launch of a program's kernel on the GPU, as machine::run does on the CPU.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/paths.h"
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
// What one recording finds out and the next one of the same launch need not find again.
struct EarlierRecording {
  Paths paths;
  std::uint32_t most_events = 0;  // of any thread of blocks that ran alone; 0: none did
  struct Whole {
    std::vector<LeftBytes> arrays;
    std::string printed;
    std::vector<PrintCall> said;
  };
  std::optional<Whole> whole;  // what the run left that counted all blocks; what it counted is in the DeviceRun
};
[[nodiscard]] machine::Ran record(DeviceRun& run, EarlierRecording& known, const Recording& how);
[[nodiscard]] inline machine::Ran record(DeviceRun& run, const Recording& how) {
  EarlierRecording nothing;
  return record(run, nothing, how);
}

}  // namespace tilescope::cuda
