// What a frame is drawn on: a window, or a picture that nobody sees.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/command/keys.h"
#include "app/stage/image.h"

namespace tilescope {

struct Extent {
  int width = 0, height = 0;

  bool operator==(const Extent&) const = default;
};

// While there is one, ImGui's context that was current when it was made hears what happens on a surface.
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
  [[nodiscard]] virtual Extent pixels() const { return size(); }   // of what is drawn on
  [[nodiscard]] virtual float content_scale() const { return 1; }  // how large the display wants things
  // Null where nothing happens but what a script does.
  [[nodiscard]] virtual std::unique_ptr<GuiInput> gui_input() { return nullptr; }
  void hear(const KeyPress& key) { keys_.push_back(key); }
  [[nodiscard]] std::vector<KeyPress> take_keys() { return std::exchange(keys_, {}); }  // since the last call
  // Where there is no system's clipboard, one of its own.
  virtual void set_clipboard(const std::string& text) { clipboard_ = text; }
  [[nodiscard]] virtual std::string clipboard() { return clipboard_; }

  virtual void bind() = 0;  // what is drawn next goes here, over what was drawn before
  void present();           // shows it
  // Where the processor draws, it goes on drawing while the next frame is worked out: this one is shown when that one
  // is about to be drawn, by `catch_up`. Elsewhere it is shown at once. For frames that follow each other without a
  // rest.
  void present_soon();
  void catch_up();
  // Another number once what was drawn before is lost.
  [[nodiscard]] virtual std::uint64_t canvas() const = 0;
  [[nodiscard]] virtual bool is_drawn_by_processor() const = 0;

 protected:
  Surface() = default;
  virtual void show() = 0;

 private:
  bool is_late_ = false;  // what was drawn is not shown yet
  std::string clipboard_;
  std::vector<KeyPress> keys_;
};

// What was drawn on the surface that is bound; to be called before it is presented.
[[nodiscard]] Image read_pixels(Extent pixels);

}  // namespace tilescope
