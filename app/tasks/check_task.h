// An author's mistakes that no launch would show: in the task's texts, and in its references to lessons and tasks.
#pragma once

#include <filesystem>

#include "app/tasks/prepared_task.h"

namespace tilescope::tasks {

// Lines to keep that the original text lacks; a header or a `reference` that differs from the solution's.
void check_texts(PreparedTask& prepared);
// The lessons and tasks that it names must be in these folders or beside it; its number must be free.
void check_names(PreparedTask& prepared, const std::filesystem::path& tasks, const std::filesystem::path& lessons);

}  // namespace tilescope::tasks
