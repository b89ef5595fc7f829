// Computes what a launch should leave by functions called `reference` in the kernel's own text: plain C++, which the
// machine runs as one thread.
//
// One with a kernel's parameters is of that kernel; of several, each kernel has its own. One whose parameters are
// arrays and numbers of a list of launches says what the whole list leaves of what was there before its first launch,
// and so does `reference_of_all`, whatever its parameters are. It judges the last launch.
#pragma once

#include <optional>
#include <string>

#include "instrumentation/analysis/result_check.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::reading {

// Whether the text has such a function, of whichever launch it is.
[[nodiscard]] bool has_reference(const std::string& text);

struct Refereed {
  std::optional<ResultCheck> check;  // of all arrays that the kernel or the reference writes
  std::string why_not;               // there is none, or not of all that it says
  bool is_of_launch = false;         // one says what this launch leaves
  bool is_of_list = false;           // one says what all launches leave, and this is the last one
  bool is_of_last = false;           // the same, and it is not
};
// Which of them judge this launch, and what they say.
// Whole numbers have to be the same. Others may be off by 2^-16 (of double, 2^-45) of what they should be and of the
// root of the array's mean square, since sums may go in any order. Nothing if a fault ended the launch, not all
// blocks ran, or the text has no such function; and where none is of this launch.
[[nodiscard]] Refereed by_reference(const Trace& trace);
// The same without what they say.
[[nodiscard]] Refereed references_of(const Trace& trace);
// Whether any of them judges this launch.
[[nodiscard]] bool is_refereed(const Trace& trace);

}  // namespace tilescope::reading
