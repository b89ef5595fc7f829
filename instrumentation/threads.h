// Tells whether this program can have threads. In a browser it has one, which also draws.
#pragma once

#include <algorithm>
#include <thread>

#include "instrumentation/host.h"

namespace tilescope {

inline constexpr bool has_threads = !in_browser;

// How many of them work at once.
inline unsigned usable_cores() { return has_threads ? std::max(1U, std::thread::hardware_concurrency()) : 1; }

}  // namespace tilescope
