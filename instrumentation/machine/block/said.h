// Formats the output of a printf from its arguments.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// bits_of(n): the bits of an argument that is not a string; the lower 32 bits for a narrow one.
[[nodiscard]] std::string text_of(const Print& print, const std::function<std::uint64_t(std::size_t)>& bits_of);

}  // namespace tilescope::machine
