// What a click does, depending on the clicked target.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

void apply_to(Parts& parts, const Select& select);

}  // namespace tilescope
