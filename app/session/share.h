// Sharing: the situation that reopens the session, and a line for slides.
#pragma once

#include "app/names/lesson_link.h"
#include "app/session/parts.h"

namespace tilescope {

// The situation that reopens exactly this state. Throws if its matrices cannot be made or read again.
[[nodiscard]] Situation situation(const Parts& parts);
[[nodiscard]] Situation situation_shown(const Parts& parts);
// Applies the whole situation; or shows the launch at its beginning, and a banner that says what is missing.
void restore_situation(Parts& parts, const Situation& situation);

// The text of a link to what is shown: a step of a lesson, a task, or the situation. Empty if there is none.
[[nodiscard]] std::string link_text(const Parts& parts);
// The command that opens a link to a lesson or to a task. Throws a UsageError if its name is unknown.
[[nodiscard]] Command opening(const LessonLink& link);

// A line for slides: "4 against 8 global loads per thread: tiled against naive, ...; counted, ...".
[[nodiscard]] std::string line_to_copy(const Parts& parts);
void copy_line(Parts& parts);
void copy_share(Parts& parts);
// Copies the string once it is certain that it can be reopened. True if it was copied now.
bool finish_share(Parts& parts, bool waits);

}  // namespace tilescope
