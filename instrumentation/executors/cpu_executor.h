// What a trace does not keep, from another run of the launch on the CPU: the order of its threads, and the values of
// their variables.
#pragma once

#include <functional>
#include <vector>

#include "instrumentation/executors/executor.h"
#include "instrumentation/machine/history.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/turn_order.h"
#include "instrumentation/machine/watch.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// The order in which threads take turns, for the blocks whose events are kept. Throws machine::TooManyTurns if there
// are more than `most`.
[[nodiscard]] Turns turns_of(const RecordedKernel& kernel, const Launch& launch, std::uint64_t most,
                             const std::function<bool()>& goes_on);

// The values of a block's variables at each thread's moment, a number of events, as the CPU executor records them.
[[nodiscard]] machine::Locals locals_at(const RecordedKernel& kernel, const Launch& launch, std::uint64_t block,
                                        std::vector<std::uint32_t> moments);

// The same for whole blocks, at all moments; see machine::follow. The launch says which blocks ran.
void follow_locals(const RecordedKernel& kernel, const Launch& launch, machine::FollowOptions options,
                   const std::function<void(std::uint64_t block, machine::History history)>& take);

}  // namespace tilescope
