// What a task does on the stage: its code is edited, its launches are shown, and each run is judged against its goals.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

void take_task(Parts& parts, Tasking::News news);
// Shows the solution in place of the answer, or the answer again.
void show_solution(Parts& parts);
// Restores the task's original code; replaces the answer only if the student confirms.
void begin_anew(Parts& parts);
void open_next_task(Parts& parts);
void open_lesson_of_task(Parts& parts);
// Opens the first unsolved task of the open lesson, or else its first task.
void open_task_of_lesson(Parts& parts);

void apply_to(Parts& parts, const OpenTask& open);
void apply_to(Parts& parts, const ShowLaunch& show);
void apply_to(Parts& parts, const SwitchLine& which);

}  // namespace tilescope
