// Closes panels and dialogs that cover the stage.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

// Closes only the topmost one.
void close_topmost(Parts& parts);

void switch_presenter(Parts& parts);

}  // namespace tilescope
