// Counts on a GPU how often the blocks of a launch of any size load each element of A and B. Events never leave the
// GPU: it records as many blocks as fit, sums up their loads, and continues with the next ones.
#pragma once

#include <cstdint>
#include <optional>

#include "instrumentation/analysis/heat_map.h"
#include "instrumentation/executors/executor.h"

namespace tilescope {

// Seconds by the host's clock.
struct HeatSeconds {
  double counting = 0;      // recording and summing up events
  double merging = 0;       // elements into cells
  double copying = 0;       // of the cells to the host
  double copying_all = 0;   // of all elements, only for comparison
  std::uint64_t bytes = 0;  // of the cells
  std::uint64_t rounds = 0;
};

// `options` has the limit of device memory, and the watcher; if that says stop, there is no result. Throws a GpuError
// if there is no GPU, or no room for one block's events.
[[nodiscard]] std::optional<WholeHeat> whole_heat(const RecordedKernel& kernel, const Launch& launch,
                                                  const RecordOptions& options, HeatSeconds* seconds = nullptr);

}  // namespace tilescope
