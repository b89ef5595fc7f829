// Plans the launches of a task, and looks whether its author made a mistake.
#pragma once

#include <string>

#include "app/tasks/prepared_task.h"

namespace tilescope::tasks {

// Plans all launches. What cannot be is a mistake.
[[nodiscard]] PreparedTask prepare(ReadTask read);
[[nodiscard]] PreparedTask prepare(const std::string& file);
// Whether the solution reaches the goal, and the text to begin with does not; if not, that is a mistake, too.
void check_solution(PreparedTask& prepared);
// The mistakes, a line each.
[[nodiscard]] std::string mistakes_text(const PreparedTask& prepared);

}  // namespace tilescope::tasks
