// Launches at random of whatever kernel: small blocks mostly, arrays that are often too short, all ways to run.
#pragma once

#include <string>

#include "instrumentation/machine/run.h"

namespace tilescope::fuzz {

enum class Size : std::uint8_t { small, usual };
// What follows from the seed does not depend on more of the kernel than it has to: a kernel that is made shorter by
// hand keeps its launch.
[[nodiscard]] machine::Launch random_launch(const machine::Code& code, std::uint64_t seed, Size size = Size::usual);
// Which blocks' events are kept; none: of all.
[[nodiscard]] std::function<bool(std::uint64_t)> random_keeps(std::uint64_t seed);
// For debugging.
[[nodiscard]] std::string told(const machine::Launch& launch, const machine::Code& code);

}  // namespace tilescope::fuzz
