// Closes what lies over the stage.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

// Closes one thing, the topmost first.
void close_topmost(Parts& parts);

void switch_presenter(Parts& parts);

}  // namespace tilescope
