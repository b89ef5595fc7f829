// What a session hands out: a situation that reopens it, and a line for slides.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

// What is needed to reopen exactly this. Throws where the matrices are not those that can be made or read again.
[[nodiscard]] Situation situation(const Parts& parts);
[[nodiscard]] Situation situation_shown(const Parts& parts);
// All of it, or a banner that says what there is not, and the launch at its beginning.
void restore_situation(Parts& parts, const Situation& situation);

// What is shown, in a line for slides: "4 against 8 global loads per thread: tiled against naive, ...; counted, ...".
[[nodiscard]] std::string line_to_copy(const Parts& parts);
void copy_line(Parts& parts);
void copy_share(Parts& parts);
// Copies the string once it is known that it can be reopened. True where that is now.
bool finish_share(Parts& parts, bool waits);

}  // namespace tilescope
