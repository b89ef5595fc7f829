// Draws a session frame by frame for the benches of frames, in a window or in memory. As in the window, a frame is
// shown before the next one is drawn.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "app/desk/desk.h"
#include "app/gl/egl_context.h"
#include "app/gl/offscreen.h"
#include "app/window/window.h"
#include "tests/bench/bench.h"

namespace tilescope::bench {

class Reel {
 public:
  Reel(const Options& options, Session& session)
      : surface_(open({options.width, options.height}, options.in_window)),
        session_(session),
        gui_(surface_),
        desk_(session, gui_, surface_) {
    for (int n = 0; n < 10; ++n) frame(1.0 / 60);
  }

  void frame(double seconds) {
    desk_.frame(seconds);
    surface_.present_soon();
    if (window_ != nullptr) window_->poll();
  }
  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] Surface& surface() { return surface_; }
  [[nodiscard]] const Desk& desk() const { return desk_; }
  // "1920 x 1080 pixels in a window, llvmpipe"
  [[nodiscard]] std::string words() const {
    const Extent pixels = surface_.pixels();
    return fmt::format("{} x {} pixels {}, {}", pixels.width, pixels.height,
                       window_ != nullptr ? "in a window" : "without a window", Gui::renderer());
  }
  [[nodiscard]] Json json() const {
    const Extent pixels = surface_.pixels();
    return {{"renderer", Gui::renderer()}, {"width", pixels.width}, {"height", pixels.height}};
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
  Session& session_;
  Gui gui_;
  Desk desk_;
};

}  // namespace tilescope::bench
