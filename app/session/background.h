// Threads that work while the window draws.
#pragma once

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace tilescope {

// This thread, and those that it starts, leave the processor to the window's frames where both want it.
inline void yield_to_frames() {
#ifdef __linux__
  constexpr int less = 5;
  static_cast<void>(setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), less));
#endif
}

}  // namespace tilescope
