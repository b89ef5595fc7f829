// The effect of a lesson on the stage: its steps set the situation, and its questions stop playback.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

// The moment of an open question, which stepping cannot pass before the answer.
[[nodiscard]] std::optional<std::uint64_t> halt_of_lesson(const Parts& parts);

void take_lesson(Parts& parts, Course::News news);
void close_lesson(Parts& parts);
// Shows the step at its beginning; then it plays, unless it begins with a question.
void show_step(Parts& parts);
void play_or_pause(Parts& parts);
// The action of a clicker's one button: whatever comes next.
void go_on_in_lesson(Parts& parts);
void open_next_lesson(Parts& parts);
// Goes to the step that shows the answer.
void show_why(Parts& parts);
// Kiosk mode: shows, plays, asks and answers each step; after the last lesson comes the first.
void go_on_alone(Parts& parts, double seconds);

void apply_to(Parts& parts, const OpenLesson& open);
void apply_to(Parts& parts, const GoToStep& go);

}  // namespace tilescope
