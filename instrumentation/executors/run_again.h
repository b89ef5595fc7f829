// Runs a launch once more on this machine, to see the effect of a small change.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/trace/event.h"

namespace tilescope {

struct Again {
  std::function<bool(std::uint64_t block)> runs = {};  // which blocks; none: all
  // Told of each event, block by block and thread by thread; none: no events are kept.
  std::function<void(std::uint64_t block, std::uint32_t thread, const Event& event)> visit = {};
  machine::RunMode way = machine::RunMode::together;  // the first that is tried
};

// It may do only so much: where that is not enough, it was stopped or there is nothing.
[[nodiscard]] std::optional<machine::Ran> run_again(const RecordedKernel& kernel, const machine::Launch& launch,
                                                    const Again& again);

}  // namespace tilescope
