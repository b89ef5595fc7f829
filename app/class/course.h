// The weeks of the course of docs/course.md, and which lessons go with each.
#pragma once

#include <span>

namespace tilescope::lessons {

inline constexpr int course_weeks = 12;
// The lessons' numbers. The week is from 1 to course_weeks.
[[nodiscard]] std::span<const int> lessons_of_week(int week);

}  // namespace tilescope::lessons
