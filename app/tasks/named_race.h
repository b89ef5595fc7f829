// Two threads that race, and the cell that they race for, as somebody names them in a comment of a task's text:
//
//   // race: (0,0), (0,1), sums[3]
//
// Whether they do is for the record of the text that the task began with to say.
#pragma once

#include <string>

#include "app/tasks/prepared_task.h"

namespace tilescope::tasks {

// Nothing where what is named there does race; else what is missing or untrue.
[[nodiscard]] std::string why_no_race(const PreparedTask& task, const std::string& text);

}  // namespace tilescope::tasks
