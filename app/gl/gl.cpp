#include "app/gl/gl.h"

#include <fmt/format.h>

#include "instrumentation/error.h"

namespace tilescope {

void load_gl(FindGlFunction find) {
  const int version = gladLoadGL(find);
  if (version == 0) throw UsageError("OpenGL cannot be loaded; install a driver: on Debian, libgl1-mesa-dri");
  if (version < GLAD_MAKE_VERSION(3, 3))
    throw UsageError(fmt::format("OpenGL 3.3 is needed, and this driver has {}.{}", GLAD_VERSION_MAJOR(version),
                                 GLAD_VERSION_MINOR(version)));
}

std::string gl_renderer() {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name == nullptr ? "unknown" : name;
}

}  // namespace tilescope
