// The weeks of the course in docs/course.md and their lessons.
#pragma once

#include <span>

namespace tilescope::lessons {

inline constexpr int course_weeks = 12;
// The numbers of the week's lessons; weeks run from 1 to course_weeks.
[[nodiscard]] std::span<const int> lessons_of_week(int week);

}  // namespace tilescope::lessons
