// The window: where it is, what is pressed in it, what is dropped on it.
#pragma once

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

  // Throws NoDisplay where there is no display or no OpenGL 3.3. What happens in a second window happens in the first as
  // well, as far as waiting goes; ImGui listens to the first alone.
  explicit Window(const Options& options);
  ~Window() override;

  [[nodiscard]] bool closing() const;
  void keep_open();  // after closing was asked for, and is not wanted

  // Takes in what happened; true if anything did. `wait` sleeps until something does, or for so many seconds.
  bool poll();
  bool wait(double seconds);

  void set_title(const std::string& title);
  void set_vsync(bool on);
  [[nodiscard]] bool fullscreen() const { return fullscreen_; }
  void set_fullscreen(bool on);  // on the display that holds most of the window

  [[nodiscard]] const std::string& renderer() const { return renderer_; }
  [[nodiscard]] std::vector<std::string> take_dropped();  // paths of files

  [[nodiscard]] Extent size() const override;
  [[nodiscard]] Extent pixels() const override;
  [[nodiscard]] float content_scale() const override;
  [[nodiscard]] GLFWwindow* window() const override { return beside_ == nullptr ? window_ : nullptr; }
  [[nodiscard]] std::vector<KeyPress> take_keys() override;
  void bind() override;
  [[nodiscard]] std::uint64_t canvas() const override { return canvas_; }
  [[nodiscard]] bool is_drawn_by_processor() const override { return keeps_pixels_; }

 private:
  void show() override;
  void open(const Options& options);
  void listen();
  void happened();

  GLFWwindow* window_ = nullptr;
  Window* beside_ = nullptr;
  bool keeps_pixels_ = false;  // what is drawn stays when it has been presented
  std::uint64_t canvas_ = 0;
  std::string renderer_;
  bool fullscreen_ = false, happened_ = false;
  int left_ = 0, top_ = 0;  // where the window was before it filled the display
  Extent before_;
  std::vector<KeyPress> keys_;
  std::vector<std::string> dropped_;
};

}  // namespace tilescope
