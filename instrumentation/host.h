// The environment of the program. A page in a browser has one thread, no other programs, and keys that are not all its
// own.
#pragma once

namespace tilescope {

#if defined(__EMSCRIPTEN__)
inline constexpr bool in_browser = true;
#else
inline constexpr bool in_browser = false;
#endif

}  // namespace tilescope
