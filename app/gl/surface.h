// The target of a frame: a window, or a picture in memory.
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

// While it exists, ImGui's context that was current when it was made receives the input of a surface.
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
  // Null if all input comes from a script.
  [[nodiscard]] virtual std::unique_ptr<GuiInput> gui_input() { return nullptr; }
  void hear(const KeyPress& key) { keys_.push_back(key); }
  [[nodiscard]] std::vector<KeyPress> take_keys() { return std::exchange(keys_, {}); }  // since the last call
  // Without a system clipboard, a clipboard of its own.
  virtual void set_clipboard(const std::string& text) { clipboard_ = text; }
  [[nodiscard]] virtual std::string clipboard() { return clipboard_; }

  virtual void bind() = 0;  // directs drawing here, over the previous contents
  void present();           // shows it
  // If the processor draws, it continues while the next frame is worked out: this frame is shown by `catch_up`, just
  // before that one is drawn. Otherwise it is shown at once. For frames without a pause between them.
  void present_soon();
  void catch_up();
  // Changes when the previous contents are lost.
  [[nodiscard]] virtual std::uint64_t canvas() const = 0;
  [[nodiscard]] virtual bool is_drawn_by_processor() const = 0;

 protected:
  Surface() = default;
  virtual void show() = 0;

 private:
  bool is_late_ = false;  // the last frame is not shown yet
  std::string clipboard_;
  std::vector<KeyPress> keys_;
};

// The pixels of the bound surface; to be called before it is presented.
[[nodiscard]] Image read_pixels(Extent pixels);

}  // namespace tilescope
