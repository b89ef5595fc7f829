// What a lesson does on the stage: its steps set the situation, and its questions stop playback.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

// The moment of an open question; stepping cannot pass it before the answer.
[[nodiscard]] std::optional<std::uint64_t> halt_of_lesson(const Parts& parts);

void take_lesson(Parts& parts, Course::News news);
void close_lesson(Parts& parts);
// Closes the lesson, and reopens the reader's own kernel if the lesson has replaced one.
void leave_lesson(Parts& parts);
// Shows the beginning of the step, and plays the step unless it begins with a question.
void show_step(Parts& parts);
void play_or_pause(Parts& parts);
// For a clicker with one button: does whatever comes next.
void go_on_in_lesson(Parts& parts);
void open_next_lesson(Parts& parts);
// Whether another step or another moment than this one shows the reason for the answer.
[[nodiscard]] bool has_why(const Course& course, const Shown& shown, std::uint64_t moment);
// Goes there.
void show_why(Parts& parts);
// Kiosk mode: shows and plays each step, asks its question, reveals the answer; starts over after the last lesson.
void go_on_alone(Parts& parts, double seconds);

void apply_to(Parts& parts, const OpenLesson& open);
void apply_to(Parts& parts, const GoToStep& go);

}  // namespace tilescope
