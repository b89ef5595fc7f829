// In a browser: which keys replace those that the browser keeps for itself.
#pragma once

#include "app/command/keys.h"

namespace tilescope {

// Whether a browser takes the key, or uses it for something that a reader of the page needs.
[[nodiscard]] bool is_browsers(const KeyPress& press);
// The key on a page that replaces this key of a desktop.
[[nodiscard]] KeyPress key_on_page(const KeyPress& press);
// The reverse: the meaning of a key that was pressed on a page.
[[nodiscard]] KeyPress meant_on_page(const KeyPress& press);

}  // namespace tilescope
