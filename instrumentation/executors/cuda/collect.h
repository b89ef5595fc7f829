// Brings recorded events to this machine: threads that took the same path become a group of a block's record.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/indices.h"
#include "instrumentation/executors/cuda/paths.h"
#include "instrumentation/machine/run.h"

namespace tilescope::cuda {

// Memory of this machine for events on their way.
inline constexpr std::uint64_t staging_bytes = std::uint64_t{128} << 20;

// For the blocks that the run recorded last, by slot. What threads made beyond their room counts as lost.
void collect(const DeviceRun& run, const Paths& paths, Indices& indices, const std::vector<std::size_t>& blocks,
             machine::Ran& ran, EventPool& pool, const std::function<void(double)>& tell);

}  // namespace tilescope::cuda
