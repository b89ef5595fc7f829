// Counts on a GPU how often all blocks of a launch of any size load each element of A and B. No event leaves it: as
// many blocks as it has room for are recorded there, their loads are added up, and the next ones take their place.
#pragma once

#include <cstdint>
#include <optional>

#include "instrumentation/analysis/heat_map.h"
#include "instrumentation/executors/executor.h"

namespace tilescope {

// Seconds by this machine's clock.
struct HeatSeconds {
  double counting = 0;      // recording the events, and adding them up
  double merging = 0;       // elements into cells
  double copying = 0;       // the cells to this machine
  double copying_all = 0;   // all elements, only to compare with
  std::uint64_t bytes = 0;  // that the cells have
  std::uint64_t rounds = 0;
};

// `options` say how much of the GPU's memory to take, and hold the watcher; if that says stop, there is no result.
// Throws a GpuError where there is no GPU, or not the room for one block's events.
[[nodiscard]] std::optional<WholeHeat> whole_heat(const RecordedKernel& kernel, const Launch& launch,
                                                  const RecordOptions& options, HeatSeconds* seconds = nullptr);

}  // namespace tilescope
