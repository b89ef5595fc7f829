// The target of a frame: a window, or a picture in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/command/keys.h"
#include "app/stage/image.h"
#include "app/stage/picture.h"

namespace tilescope {

struct Extent {
  int width = 0, height = 0;

  bool operator==(const Extent&) const = default;
};

// During its lifetime, a surface's input goes to the ImGui context that was current when it was created.
struct GuiInput {
  virtual ~GuiInput() = default;
  virtual void begin_frame() = 0;
};

class Surface {
 public:
  virtual ~Surface() = default;
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;

  [[nodiscard]] virtual Extent size() const = 0;                   // in the units of the mouse
  [[nodiscard]] virtual Extent pixels() const { return size(); }   // of the drawing area
  [[nodiscard]] virtual float content_scale() const { return 1; }  // the display's scale
  // Null if all input comes from a script.
  [[nodiscard]] virtual std::unique_ptr<GuiInput> gui_input() { return nullptr; }
  void hear(const KeyPress& key) { keys_.push_back(key); }
  [[nodiscard]] std::vector<KeyPress> take_keys() { return std::exchange(keys_, {}); }  // since the last call
  // Presses of the mouse at places where ImGui does not listen.
  void hear_press(Point place) { presses_.push_back(place); }
  [[nodiscard]] std::vector<Point> take_presses() { return std::exchange(presses_, {}); }  // since the last call
  // Surfaces without a system clipboard keep their own.
  virtual void set_clipboard(const std::string& text) { clipboard_ = text; }
  [[nodiscard]] virtual std::string clipboard() { return clipboard_; }

  // A browser has its own ways to choose files and to give the copied text, after a press of the user. Whether it was
  // asked; what it gives comes later.
  [[nodiscard]] virtual bool asks_for_files() { return false; }
  [[nodiscard]] virtual bool asks_for_paste() { return false; }

  virtual void bind() = 0;  // directs drawing here, over the previous contents
  void present();           // shows the drawing
  // If the processor draws, it continues while the next frame is prepared, and `catch_up` shows this frame just before
  // drawing that one. Otherwise shows it at once. For frames without a pause between them.
  void present_soon();
  void catch_up();
  // A number that changes when the previous contents are lost.
  [[nodiscard]] virtual std::uint64_t canvas() const = 0;
  [[nodiscard]] virtual bool is_drawn_by_processor() const = 0;

 protected:
  Surface() = default;
  virtual void show() = 0;

 private:
  bool is_late_ = false;  // the last frame has not been shown yet
  std::string clipboard_;
  std::vector<KeyPress> keys_;
  std::vector<Point> presses_;
};

// Reads the pixels of the bound surface; call before it is presented.
[[nodiscard]] Image read_pixels(Extent pixels);

}  // namespace tilescope
