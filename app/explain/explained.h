// All that the analyses say about one trace, worked out once and away from the window's frames.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/explain/limits.h"
#include "app/explain/telling.h"
#include "app/stage/counters.h"
#include "instrumentation/analysis/heat_map.h"
#include "instrumentation/analysis/reuse.h"
#include "instrumentation/analysis/waits.h"
#include "instrumentation/analysis/warps.h"

namespace tilescope {

struct Explained {
  Hazards hazards;
  std::vector<WrongRead> wrong_reads;  // the first of them, where threads race
  Telling telling;
  std::vector<std::uint64_t> marks;    // the moments of the findings' examples, in order
  Warps warps;
  Reuse reuse;
  std::vector<HeatMap> heat;            // by array, of the recorded blocks; empty but for A and B
  std::optional<Waits> waits;  // at barriers, where the trace has a clock
  std::optional<WholeLoads> whole;  // where not all blocks were recorded
  Demand demand;
  Device device;

  [[nodiscard]] std::size_t errors() const;
};

// Nothing where `wanted` said no on the way; it is asked now and then.
[[nodiscard]] std::shared_ptr<Explained> explain(const Replay& replay, const std::function<bool()>& wanted,
                                                 const Device& device = {});

}  // namespace tilescope
