// Replays a trace in the order in which its threads ran. The launch is run again to find that order.
#pragma once

#include <functional>
#include <memory>

#include "app/replay/replay.h"

namespace tilescope {

// Throws a UsageError if there is no such order, and an Error if `goes_on` stopped the run.
[[nodiscard]] std::shared_ptr<const Replay> replay_as_ran(std::shared_ptr<const Trace> trace,
                                                          const std::function<bool()>& goes_on = {});

}  // namespace tilescope
