// A window: where it is, what is pressed in it, what is dropped on it. glfw_window.cpp has the system of
// desktops that opens some, browser_window.cpp that of a page.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/gl/surface.h"
#include "instrumentation/error.h"

namespace tilescope {

// No window can be opened here; pictures may be drawn all the same.
class NoDisplay : public UsageError {
 public:
  using UsageError::UsageError;
};

class Window : public Surface {
 public:
  struct Options {
    std::string title = "TileScope";
    Extent size{1600, 900};  // before the display's scale, and no larger than the display
    bool vsync = true;
    bool visible = true;
    Window* beside = nullptr;  // a second window, beside this one, which has to outlive it
  };

  [[nodiscard]] virtual bool closing() const = 0;
  // Takes in what happened; true if anything did. `wait` sleeps until something does, or for so many seconds.
  virtual bool poll() = 0;
  virtual bool wait(double seconds) = 0;

  [[nodiscard]] virtual bool fullscreen() const = 0;
  virtual void set_fullscreen(bool on) = 0;                           // on the display that holds most of the window
  [[nodiscard]] virtual std::vector<std::string> take_dropped() = 0;  // paths of files
  // Whether its user has told the system that things should not move.
  [[nodiscard]] virtual bool wants_stillness() const { return false; }
  // False where a window is as large as its user wants it.
  virtual bool resize(Extent /*pixels*/) { return false; }
};

// Its OpenGL context is current then. Throws NoDisplay where there is no display or no OpenGL 3.3. What happens in a
// second window happens in the first as well, as far as waiting goes; ImGui listens to the first alone.
[[nodiscard]] std::unique_ptr<Window> open_window(const Window::Options& options);

}  // namespace tilescope
