// Two threads that race, and their cell, as a student names them in a comment of a task's text:
//
//   // race: (0,0), (0,1), sums[3]
//
// The recording of the task's original text decides whether they race.
#pragma once

#include <string>

#include "app/tasks/prepared_task.h"

namespace tilescope::tasks {

// Empty if the named threads race; else what is missing or wrong.
[[nodiscard]] std::string why_no_race(const PreparedTask& task, const std::string& text);

}  // namespace tilescope::tasks
