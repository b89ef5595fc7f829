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
  std::function<bool(std::uint64_t block)> keeps;  // of which blocks events are kept; null: all
  const RecordOptions& options;
  std::shared_ptr<EventPool> pool;
};
// What one recording has found out and the next one of the same launch can reuse.
struct EarlierRecording {
  Paths paths;
  std::uint32_t most_events = 0;  // of any thread in blocks that ran alone; 0: none did
  struct Whole {
    std::vector<LeftBytes> arrays;
    std::string printed;
    std::vector<PrintCall> said;
  };
  std::optional<Whole> whole;  // results of the run that counted all blocks; its counts are in the DeviceRun
};
[[nodiscard]] machine::Ran record(DeviceRun& run, EarlierRecording& known, const Recording& how);
[[nodiscard]] inline machine::Ran record(DeviceRun& run, const Recording& how) {
  EarlierRecording nothing;
  return record(run, nothing, how);
}

}  // namespace tilescope::cuda
