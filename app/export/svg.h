// A picture as SVG: one self-contained file that stays sharp on slides and in print.
#pragma once

#include <string>

#include "app/stage/picture.h"
#include "app/stage/theme.h"

namespace tilescope {

[[nodiscard]] std::string svg_of(const Picture& picture, const Theme& theme);

}  // namespace tilescope
