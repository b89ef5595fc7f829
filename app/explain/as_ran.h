// A trace in the order in which its threads ran; the launch is run again to find it.
#pragma once

#include <functional>
#include <memory>

#include "app/replay/replay.h"

namespace tilescope {

// Throws a UsageError if there is no such order, and an Error if it was stopped.
[[nodiscard]] std::shared_ptr<const Replay> replay_as_ran(std::shared_ptr<const Trace> trace,
                                                          const std::function<bool()>& goes_on = {});

}  // namespace tilescope
