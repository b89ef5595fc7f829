#include "app/gl/gl.h"

#include <fmt/format.h>

#include "app/gl/context.h"
#include "app/gl/renderer_threads.h"
#include "instrumentation/error.h"

#ifdef TILESCOPE_SANITIZE
// Drivers leak a few bytes per context, in libraries that are unloaded before leaks are checked.
extern "C" int __lsan_is_turned_off();
int __lsan_is_turned_off() { return 1; }
#endif

namespace tilescope {

#if !defined(__EMSCRIPTEN__)  // in a browser, the page loads OpenGL
namespace {

// Mesa's threads set their names when they start, so all of them must have had work before the names can be read.
void let_threads_begin() {
  constexpr GLsizei side = 64;
  GLuint target = 0, pixels = 0;
  glGenFramebuffers(1, &target);
  glGenRenderbuffers(1, &pixels);
  glBindRenderbuffer(GL_RENDERBUFFER, pixels);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, side, side);
  glBindFramebuffer(GL_FRAMEBUFFER, target);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, pixels);
  glClear(GL_COLOR_BUFFER_BIT);
  glFinish();
  glDeleteFramebuffers(1, &target);
  glDeleteRenderbuffers(1, &pixels);
}

}  // namespace

void load_gl(GlFunction (*find)(const char* name)) {
  const int version = gladLoadGL(find);
  if (version == 0) throw UsageError("OpenGL cannot be loaded; install a driver: on Debian, libgl1-mesa-dri");
  if (version < GLAD_MAKE_VERSION(3, 3))
    throw UsageError(fmt::format("OpenGL 3.3 is needed, and this driver has {}.{}", GLAD_VERSION_MAJOR(version),
                                 GLAD_VERSION_MINOR(version)));
  if (!is_drawn_by_processor()) return;
  let_threads_begin();
  keep_renderer_threads_apart();
}
#endif

std::string gl_renderer() {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name == nullptr ? "unknown" : name;
}

bool is_drawn_by_processor() { return gl_renderer().find("llvmpipe") != std::string::npos; }

void bind_own_pixels() { glBindFramebuffer(GL_FRAMEBUFFER, 0); }

}  // namespace tilescope

#if defined(__EMSCRIPTEN__)
// What ImGui gets for OpenGL's state before it draws, to put it back (cmake/web/Libraries.cmake). Every painter sets
// the state that it needs, so valid values do. Other values come from OpenGL.
extern "C" void tilescope_state_before_drawing(GLenum name, GLint* value) {
  switch (name) {
    case GL_ACTIVE_TEXTURE: *value = GL_TEXTURE0; return;
    case GL_BLEND_SRC_RGB: *value = GL_SRC_ALPHA; return;
    case GL_BLEND_SRC_ALPHA: *value = GL_ONE; return;
    case GL_BLEND_DST_RGB:
    case GL_BLEND_DST_ALPHA: *value = GL_ONE_MINUS_SRC_ALPHA; return;
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_EQUATION_ALPHA: *value = GL_FUNC_ADD; return;
    case GL_VIEWPORT:
    case GL_SCISSOR_BOX: value[0] = value[1] = value[2] = value[3] = 0; return;
    case GL_CURRENT_PROGRAM:
    case GL_TEXTURE_BINDING_2D:
    case GL_ARRAY_BUFFER_BINDING:
    case GL_VERTEX_ARRAY_BINDING: *value = 0; return;
    default: return glGetIntegerv(name, value);
  }
}
#endif
