// The views of the panel at the right that explain.
#pragma once

#include <cstdint>

namespace tilescope {

enum class Explanation : std::uint8_t { none, findings, warps, heat, limits, cpu, times };

}  // namespace tilescope
