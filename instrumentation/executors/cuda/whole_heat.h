// How often each element of A and B is loaded by all blocks of a launch of any size, counted on a GPU. No event leaves
// it: as many blocks as it has room for are recorded there, their loads are added up, and the next ones take their
// place.
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
  double copying_all = 0;   // all elements, which nobody needs: to compare with
  std::uint64_t bytes = 0;  // that the cells have
  std::uint64_t rounds = 0;
};

// `options` say how much of the GPU's memory to take and who watches; where that says stop, there is nothing. Throws a
// GpuError where there is no GPU, or not the room for one block's events.
[[nodiscard]] std::optional<WholeHeat> whole_heat(const RecordedKernel& kernel, const Launch& launch,
                                                  const RecordOptions& options, HeatSeconds* seconds = nullptr);

}  // namespace tilescope
