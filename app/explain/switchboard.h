// What one click can change about a launch: remove a barrier or a guard, choose another schedule or other seeds.
#pragma once

#include <memory>
#include <vector>

#include "app/explain/options.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// The switches of the kernel's text; and all switches, beginning with those. Both depend on the trace and on how it was
// requested. The matrices stay the same: those of `launch`.
[[nodiscard]] OptionRow kernel_switches(const Relaunch& asked, const Trace& trace,
                                        std::shared_ptr<const Launch> launch);
[[nodiscard]] std::vector<OptionRow> switchboard(const Relaunch& asked, const Trace& trace,
                                                 std::shared_ptr<const Launch> launch);

// The rows, in boxes that can be clicked.
[[nodiscard]] Picture switchboard_picture(const std::vector<OptionRow>& rows, float width, float text);

}  // namespace tilescope
