// A trace in the order in which its threads ran: the launch is run again for it.
#pragma once

#include <functional>
#include <memory>

#include "app/replay/replay.h"

namespace tilescope {

// A UsageError says why there is no such order; an Error, that it was stopped.
[[nodiscard]] std::shared_ptr<const Replay> replay_as_ran(std::shared_ptr<const Trace> trace,
                                                          const std::function<bool()>& goes_on = {});

}  // namespace tilescope
