// What a benchmark of frames draws on: a window, or memory.
#pragma once

#include <memory>
#include <optional>

#include "app/gl/egl_context.h"
#include "app/gl/offscreen.h"
#include "app/window/window.h"

namespace tilescope::cli {

class BenchSurface {
 public:
  BenchSurface(Extent size, bool in_window) : surface_(open(size, in_window)) {}

  [[nodiscard]] Surface& get() { return surface_; }
  void poll() {
    if (window_ != nullptr) window_->poll();
  }

 private:
  Surface& open(Extent size, bool in_window) {
    if (in_window) return *(window_ = open_window({.size = size, .vsync = false}));
    context_.emplace();
    return memory_.emplace(size);
  }

  std::unique_ptr<Window> window_;
  std::optional<EglContext> context_;
  std::optional<Offscreen> memory_;
  Surface& surface_;
};

}  // namespace tilescope::cli
