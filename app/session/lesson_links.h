// Links to lessons and tasks, as commands; and the lesson to go on with.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/command/command.h"
#include "app/names/lesson_link.h"

namespace tilescope {

// The command that opens the link. Throws a UsageError if its name is unknown.
[[nodiscard]] Command opening(const LessonLink& link);

// The last lesson that was begun and not read to its end; empty if there is none. `reached`: the furthest step of each.
struct LessonUnderWay {
  int number = 0;
  OpenLesson open;  // at the step reached
};
[[nodiscard]] std::optional<LessonUnderWay> lesson_under_way(const std::map<std::string, int>& reached);

}  // namespace tilescope
