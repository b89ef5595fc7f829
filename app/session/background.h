// The priority of threads that work while the window draws.
#pragma once

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace tilescope {

// Lowers the priority of this thread and of the threads that it starts, in favour of the window's frames.
inline void yield_to_frames() {
#ifdef __linux__
  constexpr int less = 5;
  static_cast<void>(setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), less));
#endif
}

}  // namespace tilescope
