// Replacements in a browser for keys that the browser uses itself.
#pragma once

#include "app/command/keys.h"

namespace tilescope {

// Whether a browser uses this key, or a reader of the page needs it.
[[nodiscard]] bool is_browsers(const KeyPress& press);
// The key on a page that replaces this desktop key.
[[nodiscard]] KeyPress key_on_page(const KeyPress& press);
// The reverse: the desktop key that a key on a page stands for.
[[nodiscard]] KeyPress meant_on_page(const KeyPress& press);

}  // namespace tilescope
