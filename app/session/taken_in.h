// What was recorded or explained meanwhile comes onto the stage.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

// What has been recorded comes onto the stage, or a banner says why it does not.
void take_in(Parts& parts, Recording recording);
// What of the launches on the stage has been explained meanwhile. True where something has.
bool take_explained(Parts& parts);

}  // namespace tilescope
