// What a lesson does to what is shown: its steps set it, and its questions where playing stops.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

// Nobody steps past a question before it is answered.
[[nodiscard]] std::optional<std::uint64_t> halt_of_lesson(const Parts& parts);

void take_lesson(Parts& parts, Course::News news);
void close_lesson(Parts& parts);
// Everything as the step has it, at its beginning; then it plays, unless it begins with a question.
void show_step(Parts& parts);
void play_or_pause(Parts& parts);
// What a clicker's one button does: whatever comes next.
void go_on_in_lesson(Parts& parts);
void open_next_lesson(Parts& parts);
// To where the answer can be seen.
void show_why(Parts& parts);
// Nobody is there: each step is read, played, asked and answered, and after the last lesson comes the first.
void go_on_alone(Parts& parts, double seconds);

void apply_to(Parts& parts, const OpenLesson& open);
void apply_to(Parts& parts, const GoToStep& go);

}  // namespace tilescope
