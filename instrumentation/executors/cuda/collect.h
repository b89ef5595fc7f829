// Brings what was recorded from the GPU to this machine's memory, thread after thread.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/recorded_events.h"
#include "instrumentation/trace/event_pool.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::cuda {

inline constexpr std::uint64_t staging_bytes = std::uint64_t{64}
                                               << 20;  // of device memory, for columns on their way out

// The blocks, by slot, that the run recorded last go into parts.blocks. Tells how much is done, from 0 to 1.
void collect(const DeviceRun& run, const RecordedEvents& events, const std::vector<std::size_t>& blocks,
             Trace::Parts& parts, EventPool& pool, const std::function<void(double)>& tell);

}  // namespace tilescope::cuda
