// On a page in a browser: which keys stand for those that the browser keeps for itself.
#pragma once

#include "app/command/keys.h"

namespace tilescope {

// Whether a browser takes it away, or does with it what nobody who looks at a page wants to do without.
[[nodiscard]] bool is_browsers(const KeyPress& press);
// The key that is pressed on a page for what this one does on a desktop.
[[nodiscard]] KeyPress key_on_page(const KeyPress& press);
// And the other way round: what is meant by a key that was pressed on a page.
[[nodiscard]] KeyPress meant_on_page(const KeyPress& press);

}  // namespace tilescope
