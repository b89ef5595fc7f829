// What a task does to what is shown: its text is edited, its launches are shown, and each run is held against its
// goals.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

void take_task(Parts& parts, Tasking::News news);
// It stands in place of the answer, and the answer comes back.
void show_solution(Parts& parts);
// What somebody made of it goes only if that is asked for twice.
void begin_anew(Parts& parts);
void open_next_task(Parts& parts);
void open_lesson_of_task(Parts& parts);
// Of the tasks of the open lesson the first one that is not solved yet, or else the first.
void open_task_of_lesson(Parts& parts);

void apply_to(Parts& parts, const OpenTask& open);
void apply_to(Parts& parts, const ShowLaunch& show);
void apply_to(Parts& parts, const SwitchLine& which);

}  // namespace tilescope
