// An answer to the task that is open: kept, handed in, and shown where it misses a goal.
#pragma once

#include <string>

#include "app/session/parts.h"

namespace tilescope {

// To the launch and the moment at which a goal is missed first, and to who is in it.
void go_to_missed(Parts& parts);
void keep_answer(Parts& parts);
// With what the newest text reaches, once that is known.
void hand_in(Parts& parts, const std::string& path, const std::string& typed);

}  // namespace tilescope
