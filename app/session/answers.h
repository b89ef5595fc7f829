// The answer to the open task: saves it, hands it in, and shows where it misses a goal.
#pragma once

#include <string>

#include "app/session/parts.h"

namespace tilescope {

// Goes to the launch, moment and thread where a goal is first missed.
void go_to_missed(Parts& parts);
void keep_answer(Parts& parts);
// Hands in the answer once the newest code has been judged.
void hand_in(Parts& parts, const std::string& path, const std::string& typed);

}  // namespace tilescope
