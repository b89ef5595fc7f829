// What stands over the stage goes away again.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

// Closes one thing, what lies on top first.
void close_topmost(Parts& parts);

void switch_presenter(Parts& parts);

}  // namespace tilescope
