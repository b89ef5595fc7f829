// A context of OpenGL that somebody has made: what can be done with it before anything is drawn.
#pragma once

#include <string>

namespace tilescope {

using GlFunction = void (*)();

// Loads OpenGL for the context that is current on this thread; throws where it is older than 3.3.
void load_gl(GlFunction (*find)(const char* name));
// What draws: the renderer's name, such as "llvmpipe (LLVM 15.0.6, 256 bits)".
[[nodiscard]] std::string gl_renderer();
[[nodiscard]] bool is_drawn_by_processor();
// What is drawn next goes to what the context was made for, such as a window.
void bind_own_pixels();

}  // namespace tilescope
