// Makes the text of a printf from its arguments.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// bits_of(n): those of an argument that is not a text; of a narrow one the lower 32.
[[nodiscard]] std::string text_of(const Print& print, const std::function<std::uint64_t(std::size_t)>& bits_of);

}  // namespace tilescope::machine
