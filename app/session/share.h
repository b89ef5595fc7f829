// Sharing: the situation that reopens the session, and a line for slides.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

// The situation that reopens exactly this state. Throws if its matrices cannot be made or read again.
[[nodiscard]] Situation situation(const Parts& parts);
[[nodiscard]] Situation situation_shown(const Parts& parts);
// Applies the whole situation; or shows the launch at its beginning, and a banner that says what is missing.
void restore_situation(Parts& parts, const Situation& situation);

// A line for slides: "4 against 8 global loads per thread: tiled against naive, ...; counted, ...".
[[nodiscard]] std::string line_to_copy(const Parts& parts);
void copy_line(Parts& parts);
void copy_share(Parts& parts);
// Copies the string once it is certain that it can be reopened. True if it was copied now.
bool finish_share(Parts& parts, bool waits);

}  // namespace tilescope
