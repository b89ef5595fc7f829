// OpenGL 3.3 core, loaded by glad; in a browser, OpenGL ES 3. Include it only in this folder.
#pragma once

#if defined(__EMSCRIPTEN__)
#include <GLES3/gl3.h>
#else
#include <glad/gl.h>
#endif
