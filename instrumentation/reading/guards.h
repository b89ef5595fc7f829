// Which of the numbers that a kernel is given it compares with what differs from thread to thread, as `row < M` does.
// A text that does so is meant for sides that its tiles do not divide.
#pragma once

#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::reading {

[[nodiscard]] std::vector<bool> guarded_numbers(const machine::Code& code);  // by machine::Code::scalars

}  // namespace tilescope::reading
