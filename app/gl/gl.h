// OpenGL 3.3 core, as glad loads it. Nothing outside this folder includes this.
#pragma once

#include <glad/gl.h>
