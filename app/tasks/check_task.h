// Finds mistakes of an author that no launch would show: in the task's sources, and in references to lessons and tasks.
#pragma once

#include <filesystem>

#include "app/tasks/prepared_task.h"

namespace tilescope::tasks {

// Reports lines to keep that the original source lacks, and a header or a `reference` that differs from the solution's.
void check_texts(PreparedTask& prepared);
// Reports lessons and tasks that are neither in these folders nor beside the task, and a number that is already used.
void check_names(PreparedTask& prepared, const std::filesystem::path& tasks, const std::filesystem::path& lessons);

}  // namespace tilescope::tasks
