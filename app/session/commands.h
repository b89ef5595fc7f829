// The effect of each command on the parts of a session.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

// Passes the command to its part. `settle` works out the consequences.
void carry_out(Parts& parts, const Command& command);

inline void carry_out_if(Parts& parts, const std::optional<Command>& command) {
  if (command) carry_out(parts, *command);
}

}  // namespace tilescope
