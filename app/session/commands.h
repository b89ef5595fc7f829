// What each command does to the parts of a session.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

// Hands the command to the part that it is for. What follows from it is left to `settle`.
void carry_out(Parts& parts, const Command& command);

inline void carry_out_if(Parts& parts, const std::optional<Command>& command) {
  if (command) carry_out(parts, *command);
}

}  // namespace tilescope
