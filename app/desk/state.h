// What is on the screen as data: for tests, for scripts, and for people who cannot see the picture.
#pragma once

#include <nlohmann/json.hpp>

#include "app/screen/screen.h"

namespace tilescope {

[[nodiscard]] nlohmann::ordered_json state_of(const Session& session, const Screen& screen);

}  // namespace tilescope
