// Two sheets with the same questions, for before and after a lesson. Each question is on both sheets, but about a
// different thread, element or launch. So neither sheet gives away the other, and both are equally hard.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/class/worksheet.h"

namespace tilescope::lessons {

// A question that cannot be asked in two versions, and the reason.
struct LeftOut {
  const Prepared* lesson = nullptr;
  std::size_t step = 0;
  std::string why;
};

struct BeforeAfter {
  Sheet before, after;  // equally long; questions with the same number are versions of each other
  std::vector<LeftOut> left_out;
};
// No question appears twice on a sheet or on both sheets, and the sheet for after the lessons repeats none of the
// lessons' own questions. The same seed, which must not be 0, gives the same sheets.
[[nodiscard]] BeforeAfter draw_before_after(const std::vector<const Prepared*>& lessons, std::uint64_t seed);

}  // namespace tilescope::lessons
