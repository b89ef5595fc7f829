// OpenGL 3.3 core, as glad loads it. Nothing outside this folder includes this.
#pragma once

#include <glad/gl.h>

#include <string>

namespace tilescope {

using FindGlFunction = GLADloadfunc;

// Loads OpenGL for the context that is current on this thread; throws where it is older than 3.3.
void load_gl(FindGlFunction find);
// What draws: the renderer's name, such as "llvmpipe (LLVM 15.0.6, 256 bits)".
[[nodiscard]] std::string gl_renderer();

}  // namespace tilescope
