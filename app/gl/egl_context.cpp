#include "app/gl/egl_context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <array>

#include "app/gl/context.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace {

constexpr const char* what_to_install = "on Debian and Ubuntu, install libegl1 and libgl1-mesa-dri";

// The few functions needed from libEGL, looked up on first use.
struct Egl {
  PFNEGLGETPROCADDRESSPROC get_proc_address = nullptr;
  PFNEGLGETPLATFORMDISPLAYEXTPROC get_platform_display = nullptr;
  PFNEGLGETDISPLAYPROC get_display = nullptr;
  PFNEGLQUERYDEVICESEXTPROC query_devices = nullptr;  // may be missing
  PFNEGLINITIALIZEPROC initialize = nullptr;
  PFNEGLTERMINATEPROC terminate = nullptr;
  PFNEGLBINDAPIPROC bind_api = nullptr;
  PFNEGLCHOOSECONFIGPROC choose_config = nullptr;
  PFNEGLCREATECONTEXTPROC create_context = nullptr;
  PFNEGLDESTROYCONTEXTPROC destroy_context = nullptr;
  PFNEGLMAKECURRENTPROC make_current = nullptr;
};

template <class Function>
void find(void* library, const Egl& egl, const char* name, Function& function) {
  void* found = dlsym(library, name);
  function = reinterpret_cast<Function>(found);
  if (function == nullptr) function = reinterpret_cast<Function>(egl.get_proc_address(name));
}

const Egl& load_egl() {
  static const Egl loaded = [] {
    // Never closed, because drivers leave threads and exit handlers behind.
    void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr)
      throw UsageError(fmt::format("nothing can be drawn: there is no libEGL.so.1; {}", what_to_install));
    Egl egl;
    egl.get_proc_address = reinterpret_cast<PFNEGLGETPROCADDRESSPROC>(dlsym(library, "eglGetProcAddress"));
    if (egl.get_proc_address == nullptr) throw UsageError("nothing can be drawn: libEGL.so.1 has no eglGetProcAddress");
    find(library, egl, "eglGetPlatformDisplayEXT", egl.get_platform_display);
    find(library, egl, "eglGetDisplay", egl.get_display);
    find(library, egl, "eglQueryDevicesEXT", egl.query_devices);
    find(library, egl, "eglInitialize", egl.initialize);
    find(library, egl, "eglTerminate", egl.terminate);
    find(library, egl, "eglBindAPI", egl.bind_api);
    find(library, egl, "eglChooseConfig", egl.choose_config);
    find(library, egl, "eglCreateContext", egl.create_context);
    find(library, egl, "eglDestroyContext", egl.destroy_context);
    find(library, egl, "eglMakeCurrent", egl.make_current);
    return egl;
  }();
  return loaded;
}

EGLContext create_context(const Egl& egl, EGLDisplay display) {
  constexpr std::array<EGLint, 5> config_wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
  constexpr std::array<EGLint, 7> context_wanted{
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  if (egl.bind_api(EGL_OPENGL_API) == EGL_FALSE) return EGL_NO_CONTEXT;
  EGLConfig config = nullptr;
  EGLint found = 0;
  if (egl.choose_config(display, config_wanted.data(), &config, 1, &found) == EGL_FALSE || found == 0) config = nullptr;
  return egl.create_context(display, config, EGL_NO_CONTEXT, context_wanted.data());
}

// Creates a current context on this display. On failure, leaves the display as it was.
EGLContext start(const Egl& egl, EGLDisplay display) {
  if (display == EGL_NO_DISPLAY || egl.initialize(display, nullptr, nullptr) == EGL_FALSE) return EGL_NO_CONTEXT;
  if (EGLContext context = create_context(egl, display); context != EGL_NO_CONTEXT) {
    if (egl.make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE) return context;
    egl.destroy_context(display, context);
  }
  egl.terminate(display);
  return EGL_NO_CONTEXT;
}

}  // namespace

EglContext::EglContext() {
  const Egl& egl = load_egl();
  const auto try_display = [&](EGLDisplay display) {
    context_ = start(egl, display);
    if (context_ != EGL_NO_CONTEXT) display_ = display;
    return context_ != EGL_NO_CONTEXT;
  };
  const auto try_platform = [&](EGLenum platform, void* native) {
    return egl.get_platform_display != nullptr && try_display(egl.get_platform_display(platform, native, nullptr));
  };
  const auto try_devices = [&] {
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint found = 0;
    if (egl.query_devices == nullptr ||
        egl.query_devices(static_cast<EGLint>(devices.size()), devices.data(), &found) == EGL_FALSE)
      return false;
    for (std::size_t i = 0; i < static_cast<std::size_t>(found); ++i)
      if (try_platform(EGL_PLATFORM_DEVICE_EXT, devices[i])) return true;
    return false;
  };
  if (!try_platform(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY) && !try_devices() &&
      !try_display(egl.get_display(EGL_DEFAULT_DISPLAY)))
    throw UsageError(fmt::format("nothing can be drawn: EGL offers no OpenGL 3.3; {}", what_to_install));
  try {
    load_gl(egl.get_proc_address);
  } catch (const Error&) {
    egl.terminate(display_);
    throw;
  }
  renderer_ = gl_renderer();
}

EglContext::~EglContext() {
  const Egl& egl = load_egl();
  egl.make_current(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  egl.destroy_context(display_, context_);
  egl.terminate(display_);
}

}  // namespace tilescope
