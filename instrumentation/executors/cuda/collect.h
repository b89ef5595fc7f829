// Copies recorded events to the host: threads with the same path become a group of a block's record.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/indices.h"
#include "instrumentation/executors/cuda/paths.h"
#include "instrumentation/machine/run.h"

namespace tilescope::cuda {

// Host memory for events in transit.
inline constexpr std::uint64_t staging_bytes = std::uint64_t{128} << 20;

// For the blocks of the run's last recording, by slot. Events for which a thread had no room count as lost.
void collect(const DeviceRun& run, const Paths& paths, Indices& indices, const std::vector<std::size_t>& blocks,
             machine::Ran& ran, EventPool& pool, const std::function<void(double)>& tell);

}  // namespace tilescope::cuda
