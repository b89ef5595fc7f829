// Computes a pure instruction on one number at a time, for constant folding and for tests.
#pragma once

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// Numbers are as in slots: 32 bits in the lower half. `cell`: to which a conversion also cuts.
[[nodiscard]] std::uint64_t compute(Op op, Number number, Number from, Cell cell, std::uint64_t a, std::uint64_t b,
                                    std::uint64_t c);

}  // namespace tilescope::machine
