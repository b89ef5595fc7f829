// OpenGL without a display, through EGL.
#pragma once

#include <string>

namespace tilescope {

// Creates a context that is current on this thread during its lifetime. Throws, with advice on what to install, if EGL
// or OpenGL 3.3 is missing. EGL is loaded for the first context, so a program starts without it.
class EglContext {
 public:
  EglContext();
  ~EglContext();
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;

  [[nodiscard]] const std::string& renderer() const { return renderer_; }

 private:
  void* display_ = nullptr;
  void* context_ = nullptr;
  std::string renderer_;
};

}  // namespace tilescope
