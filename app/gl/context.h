// An existing OpenGL context, before anything is drawn.
#pragma once

#include <string>

namespace tilescope {

using GlFunction = void (*)();

// Loads OpenGL for the context that is current on this thread; throws if its version is below 3.3.
void load_gl(GlFunction (*find)(const char* name));
// The renderer's name, such as "llvmpipe (LLVM 15.0.6, 256 bits)".
[[nodiscard]] std::string gl_renderer();
[[nodiscard]] bool is_drawn_by_processor();
// Directs drawing to the context's own target, such as a window.
void bind_own_pixels();

}  // namespace tilescope
