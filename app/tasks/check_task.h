// What a task's author may have got wrong that no launch would tell: of its texts, and of what it says about others.
#pragma once

#include <filesystem>

#include "app/tasks/prepared_task.h"

namespace tilescope::tasks {

// Lines that have to stay and are in no text to begin with; a header or a `reference` that is not the solution's.
void check_texts(PreparedTask& prepared);
// Lessons and tasks that it names have to be in these folders or beside it; its number may be another task's already.
void check_names(PreparedTask& prepared, const std::filesystem::path& tasks, const std::filesystem::path& lessons);

}  // namespace tilescope::tasks
