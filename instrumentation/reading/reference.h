// What a launch should leave, as a function called `reference` in the kernel's own text says it: plain C++ with the
// kernel's parameters, which the machine runs as one thread.
#pragma once

#include <optional>
#include <string>

#include "instrumentation/analysis/result_check.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::reading {

// Whether the text has such a function.
[[nodiscard]] bool has_reference(const std::string& text);

struct Refereed {
  std::optional<ResultCheck> check;  // of the first array that is wrong, or else of the first that the kernel writes
  std::string why_not;               // there is none
};
// Whole numbers have to be the same. Others may be off by 2^-16 (of double, 2^-45) of what they should be and of the
// root of the array's mean square, since sums may go in any order. Nothing where a fault ended the launch, not all
// blocks ran, or the text has no such function.
[[nodiscard]] Refereed by_reference(const Trace& trace);

}  // namespace tilescope::reading
