// What one click can change about a launch: remove a barrier or a guard, choose another schedule or another seed.
#pragma once

#include <memory>
#include <vector>

#include "app/explain/options.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// The switches of the kernel's source, and all switches, which begin with those. `asked` is the request that led to the
// trace. The matrices stay those of `launch`.
[[nodiscard]] OptionRow kernel_switches(const Relaunch& asked, const Trace& trace,
                                        std::shared_ptr<const Launch> launch);
[[nodiscard]] std::vector<OptionRow> switchboard(const Relaunch& asked, const Trace& trace,
                                                 std::shared_ptr<const Launch> launch);

// The rows as clickable boxes.
[[nodiscard]] Picture switchboard_picture(const std::vector<OptionRow>& rows, float width, float text);

}  // namespace tilescope
