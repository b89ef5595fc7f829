// What a kernel's variables held at a moment, as the CPU executor ran it.
#pragma once

#include <vector>

#include "instrumentation/machine/history.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/watch.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// What the variables of a block's threads held when so many of their events had happened, as the CPU executor records
// them.
[[nodiscard]] machine::Locals locals_at(const RecordedKernel& kernel, const Launch& launch, std::uint64_t block,
                                        std::vector<std::uint32_t> moments);

// The same of whole blocks, all moments of them; see machine::follow. Which of the blocks ran is known from the launch.
void follow_locals(const RecordedKernel& kernel, const Launch& launch, machine::FollowOptions options,
                   const std::function<void(std::uint64_t block, machine::History history)>& take);

}  // namespace tilescope
