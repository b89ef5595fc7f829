// A table of kernels' times for a terminal.
#pragma once

#include <string>

#include "app/measured/kernel_table.h"

namespace tilescope::bench {

// Whether the times were measured here and now, or elsewhere.
enum class Origin { measured, recorded };
[[nodiscard]] std::string kernel_times_text(const KernelTable& table, Origin origin);

}  // namespace tilescope::bench
