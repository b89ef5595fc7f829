// A window: its position, its input, files dropped on it. glfw_window.cpp opens windows on desktops, browser_window.cpp
// in a page.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/gl/surface.h"
#include "instrumentation/error.h"

namespace tilescope {

// No window can be opened here; drawing pictures may still work.
class NoDisplay : public UsageError {
 public:
  using UsageError::UsageError;
};

class Window : public Surface {
 public:
  struct Options {
    std::string title = "TileScope";
    Extent size{1600, 900};  // before the display's scale is applied; at most the display's size
    bool vsync = true;
    bool visible = true;
    Window* beside = nullptr;  // for a second window: the first one, which must outlive it
  };

  [[nodiscard]] virtual bool closing() const = 0;
  // Handles new events; true if there were any. `wait` sleeps until an event arrives, at most this many seconds.
  virtual bool poll() = 0;
  virtual bool wait(double seconds) = 0;

  [[nodiscard]] virtual bool fullscreen() const = 0;
  virtual void set_fullscreen(bool on) = 0;                           // on the display that shows most of the window
  [[nodiscard]] virtual std::vector<std::string> take_dropped() = 0;  // paths of files
  // Whether the window cannot be drawn for now, and what OpenGL held for it is gone.
  [[nodiscard]] virtual bool is_lost() const { return false; }
  // Whether the user's system settings ask for reduced motion.
  [[nodiscard]] virtual bool wants_stillness() const { return false; }
  // False if only the user can resize the window.
  virtual bool resize(Extent /*pixels*/) { return false; }
};

// Makes the OpenGL context current. Throws NoDisplay without a display or OpenGL 3.3. Events of a second window also
// end the first window's wait; ImGui listens only to the first window.
[[nodiscard]] std::unique_ptr<Window> open_window(const Window::Options& options);

}  // namespace tilescope
