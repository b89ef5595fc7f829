// The style of ImGui's own windows, buttons and menus, in a theme's inks.
#pragma once

#include "app/stage/theme.h"

namespace tilescope {

// Sets the style of ImGui's current context.
void style_like(const Theme& theme, float scale);

}  // namespace tilescope
