// Whether this program can have threads. In a browser it has one, which draws as well.
#pragma once

#include <algorithm>
#include <thread>

namespace tilescope {

#if defined(__EMSCRIPTEN__)
inline constexpr bool has_threads = false;
#else
inline constexpr bool has_threads = true;
#endif

// How many of them work at once.
inline unsigned usable_cores() { return has_threads ? std::max(1U, std::thread::hardware_concurrency()) : 1; }

}  // namespace tilescope
