// The screen's content as data, for tests, scripts and people who cannot see the picture.
#pragma once

#include "app/export/json.h"
#include "app/screen/screen.h"

namespace tilescope {

[[nodiscard]] Json state_of(const Session& session, const Screen& screen);

}  // namespace tilescope
