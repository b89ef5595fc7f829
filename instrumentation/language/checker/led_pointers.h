// Kernel pointers that a knob redirects: "in", "in + 3" and "in - 3" name the pointer where one begins.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "instrumentation/language/checker/knobs.h"
#include "instrumentation/language/checker/operators.h"

namespace tilescope::language {

// A pointer into another one's array, or not to its own first element.
struct Led {
  const Variable* pointer = nullptr;
  const Variable* into = nullptr;
  std::int64_t elements = 0;
  std::string_view said;
};

[[nodiscard]] std::vector<Led> led_of(const Function& kernel, const Knobs::GivenValues& given);
// The statements that set them when the kernel begins.
[[nodiscard]] std::vector<const Statement*> led_pointers(const Function& kernel, const Knobs::GivenValues& given,
                                                         Build& build, Operators& operators);

}  // namespace tilescope::language
