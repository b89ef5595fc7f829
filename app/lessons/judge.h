// Judges a student's written answer. A number may have digit groups and a unit. A choice may be given by its number,
// its words, or both.
#pragma once

#include <string>
#include <string_view>

#include "app/lessons/questions.h"

namespace tilescope::lessons {

struct Verdict {
  bool is_right = false;
  std::string why;  // why the answer could not be read; empty if it is just wrong
};

[[nodiscard]] Verdict judge(const Asked& asked, std::string_view answer);

}  // namespace tilescope::lessons
