// The main loop of an open window: a desktop program waits for events; in a browser, the page calls the program.
#pragma once

#include <functional>
#include <memory>

#include "app/window/window_loop.h"

namespace tilescope {

// Runs until the window closes, then calls `ends`. Calls `settles` from time to time, because a program or a page may
// end without notice. In a browser it returns at once and continues in between the page's own work.
void keep_going(std::shared_ptr<WindowLoop> loop, std::function<void()> settles, std::function<void()> ends);

}  // namespace tilescope
