// Links to lessons and tasks, as commands.
#pragma once

#include "app/command/command.h"
#include "app/names/lesson_link.h"

namespace tilescope {

// The command that opens the link. Throws a UsageError if its name is unknown.
[[nodiscard]] Command opening(const LessonLink& link);

}  // namespace tilescope
