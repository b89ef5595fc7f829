// Puts finished recordings and analyses on the stage.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

// Puts a finished recording on the stage, or shows a banner with the reason for its failure.
void take_in(Parts& parts, Recording recording);
// Takes in finished analyses of the launches on the stage. True if there were any.
bool take_explained(Parts& parts);

}  // namespace tilescope
