// Plans the launches of a task, and checks it for the author's mistakes.
#pragma once

#include <string>

#include "app/tasks/prepared_task.h"

namespace tilescope::tasks {

// Plans all launches. An impossible launch is a mistake.
[[nodiscard]] PreparedTask prepare(ReadTask read);
[[nodiscard]] PreparedTask prepare(const std::string& file);
// Reports a mistake unless the solution reaches every goal and the original source does not.
void check_solution(PreparedTask& prepared);
// The mistakes, one per line.
[[nodiscard]] std::string mistakes_text(const PreparedTask& prepared);

}  // namespace tilescope::tasks
