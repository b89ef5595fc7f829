#include "app/gl/gl.h"

#include <fmt/format.h>

#include "app/gl/context.h"
#include "app/gl/renderer_threads.h"
#include "instrumentation/error.h"

#ifdef TILESCOPE_SANITIZE
// Drivers lose a few bytes with every context, in libraries that are gone by the time leaks are looked for.
extern "C" int __lsan_is_turned_off();
int __lsan_is_turned_off() { return 1; }
#endif

namespace tilescope {

#if !defined(__EMSCRIPTEN__)  // there it is loaded with the page
void load_gl(GlFunction (*find)(const char* name)) {
  const int version = gladLoadGL(find);
  if (version == 0) throw UsageError("OpenGL cannot be loaded; install a driver: on Debian, libgl1-mesa-dri");
  if (version < GLAD_MAKE_VERSION(3, 3))
    throw UsageError(fmt::format("OpenGL 3.3 is needed, and this driver has {}.{}", GLAD_VERSION_MAJOR(version),
                                 GLAD_VERSION_MINOR(version)));
  keep_renderer_threads_apart();
}
#endif

std::string gl_renderer() {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name == nullptr ? "unknown" : name;
}

void bind_own_pixels() { glBindFramebuffer(GL_FRAMEBUFFER, 0); }

}  // namespace tilescope
