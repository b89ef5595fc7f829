// The effect of a click on the clicked place.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

void apply_to(Parts& parts, const Select& select);

}  // namespace tilescope
