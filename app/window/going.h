// How a window goes on once it is open: on a desktop the program waits for what happens, in a browser the page calls
// it.
#pragma once

#include <functional>
#include <memory>

#include "app/window/window_loop.h"

namespace tilescope {

// Goes on until the window closes; then `ends` is called. In a browser it comes back at once, and goes on between what
// else the page does; `settles` is called now and then, as a page may be gone without a word.
void keep_going(std::shared_ptr<WindowLoop> loop, std::function<void()> settles, std::function<void()> ends);

}  // namespace tilescope
