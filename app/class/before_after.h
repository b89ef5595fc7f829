// Two sheets of the same questions, one for before a lesson and one for after it: each question is asked on both, of
// another thread, element or launch, so that neither sheet gives away the other, and both are as hard.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/class/worksheet.h"

namespace tilescope::lessons {

// A question that cannot be asked twice, and why.
struct LeftOut {
  const Prepared* lesson = nullptr;
  std::size_t step = 0;
  std::string why;
};

struct BeforeAfter {
  Sheet before, after;  // the same number of questions; those of one number ask the same of something else
  std::vector<LeftOut> left_out;
};
// No question stands twice in a sheet or on both, and the one for after the lessons asks nothing that they ask
// themselves. The same seed gives the same sheets; it is not 0.
[[nodiscard]] BeforeAfter draw_before_after(const std::vector<const Prepared*>& lessons, std::uint64_t seed);

}  // namespace tilescope::lessons
