// Whether an answer, as somebody wrote it, is right. A number may have gaps and its unit; a choice is given by its
// number, by its words, or by both.
#pragma once

#include <string>
#include <string_view>

#include "app/lessons/questions.h"

namespace tilescope::lessons {

struct Verdict {
  bool is_right = false;
  std::string why;  // what is wrong with how it was written; empty where it is just another answer
};

[[nodiscard]] Verdict judge(const Asked& asked, std::string_view answer);

}  // namespace tilescope::lessons
