// The main loop of an open window: a desktop program waits for events, in a browser the page calls the program.
#pragma once

#include <functional>
#include <memory>

#include "app/window/window_loop.h"

namespace tilescope {

// Runs until the window closes, then calls `ends`. In a browser it returns at once and continues between the page's
// other work; it calls `settles` now and then, because a page may close without notice.
void keep_going(std::shared_ptr<WindowLoop> loop, std::function<void()> settles, std::function<void()> ends);

}  // namespace tilescope
