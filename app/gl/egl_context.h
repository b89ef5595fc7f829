// OpenGL without a display, through EGL.
#pragma once

#include <string>

namespace tilescope {

// Makes a context that is current on this thread for as long as it lives. If there is no EGL or no OpenGL 3.3, it
// throws, and says what to install. EGL is loaded when the first one is made, so a program starts without it.
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
