// A kernel's pointers that a knob leads elsewhere: "in", "in + 3" and "in - 3" name the pointer that one begins at.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "instrumentation/language/checker/knobs.h"
#include "instrumentation/language/checker/operators.h"

namespace tilescope::language {

// One that leads into the array of another one, or not to its own first element.
struct Led {
  const Variable* pointer = nullptr;
  const Variable* into = nullptr;
  std::int64_t elements = 0;
  std::string_view said;
};

[[nodiscard]] std::vector<Led> led_of(const Function& kernel, const Knobs::GivenValues& given);
// What sets them where the kernel begins.
[[nodiscard]] std::vector<const Statement*> led_pointers(const Function& kernel, const Knobs::GivenValues& given,
                                                         Build& build, Operators& operators);

}  // namespace tilescope::language
