// What one click can change about a launch: a barrier or a guard taken out, another schedule, other luck.
#pragma once

#include <memory>
#include <vector>

#include "app/explain/options.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// What changes the kernel's text; and all that can be changed, beginning with that, if there is any. Of what is shown,
// and how it was asked for. The matrices stay as they are: those of `launch`.
[[nodiscard]] OptionRow kernel_switches(const Relaunch& asked, const Trace& trace,
                                        std::shared_ptr<const Launch> launch);
[[nodiscard]] std::vector<OptionRow> switchboard(const Relaunch& asked, const Trace& trace,
                                                 std::shared_ptr<const Launch> launch);

// The rows, in boxes that can be clicked.
[[nodiscard]] Picture switchboard_picture(const std::vector<OptionRow>& rows, float width, float text);

}  // namespace tilescope
