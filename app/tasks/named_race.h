// The threads and the cell of a race, as a student names them in a comment:
//
//   // race: (0,0), (0,1), sums[3]
//
// Whether they race is decided by the recording of the task's original source.
#pragma once

#include <string>

#include "app/tasks/prepared_task.h"

namespace tilescope::tasks {

// Empty if the named threads race; otherwise what is missing or wrong.
[[nodiscard]] std::string why_no_race(const PreparedTask& task, const std::string& text);

}  // namespace tilescope::tasks
