// What a click does to the place that it meets.
#pragma once

#include "app/session/parts.h"

namespace tilescope {

void apply_to(Parts& parts, const Select& select);

}  // namespace tilescope
