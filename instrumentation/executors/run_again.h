// Runs a launch again on the host, to see the effect of a small change.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/trace/event.h"

namespace tilescope {

struct Again {
  std::function<bool(std::uint64_t block)> runs = {};  // which blocks; null: all
  // Called for each event, block by block and thread by thread; null: no events are kept.
  std::function<void(std::uint64_t block, std::uint32_t thread, const Event& event)> visit = {};
  machine::RunMode way = machine::RunMode::together;  // the first mode to try
};

// Its work is limited: beyond the limit, it was stopped or there is no result.
[[nodiscard]] std::optional<machine::Ran> run_again(const RecordedKernel& kernel, const machine::Launch& launch,
                                                    const Again& again);

}  // namespace tilescope
