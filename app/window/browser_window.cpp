// The window in a browser: a canvas that fills the page, and a second one for notes in another browser window. The page
// reports events through the functions below, which cmake/web/page.js calls.
#include <emscripten.h>
#include <emscripten/html5.h>
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <string_view>
#include <utility>

#include "app/gl/context.h"
#include "app/gl/gui_keys.h"
#include "app/names/page_keys.h"
#include "app/window/window.h"

namespace tilescope {

namespace {

struct Happening {
  enum class Kind : std::uint8_t { move, button, wheel, key } kind = Kind::move;
  Point place;
  bool down = false;
  float steps = 0;
  KeyPress key;
};

class BrowserWindow;
class BrowserNotes;
BrowserWindow* the_window = nullptr;
BrowserNotes* the_notes = nullptr;

struct BrowserInput : GuiInput {
  explicit BrowserInput(BrowserWindow& of) : window(of) { name_gui_keys(); }
  void begin_frame() override;
  BrowserWindow& window;
  double before = 0;
  std::string_view pointer;  // that the page shows
};

class CanvasWindow : public Window {
 public:
  void bind() override {
    emscripten_webgl_make_context_current(context_);
    bind_own_pixels();
  }
  [[nodiscard]] bool is_drawn_by_processor() const override { return false; }
  [[nodiscard]] bool is_lost() const override { return emscripten_is_webgl_context_lost(context_) != 0; }
  [[nodiscard]] std::vector<std::string> take_dropped() override { return {}; }

 protected:
  explicit CanvasWindow(const char* canvas) {
    EmscriptenWebGLContextAttributes attributes;
    emscripten_webgl_init_context_attributes(&attributes);
    attributes.alpha = attributes.depth = attributes.stencil = attributes.antialias = false;
    attributes.preserveDrawingBuffer = true;  // only changed parts are drawn
    attributes.majorVersion = 2;
    context_ = emscripten_webgl_create_context(canvas, &attributes);
    if (context_ <= 0) throw NoDisplay("this browser cannot draw with WebGL 2: enable it in the browser's settings");
    emscripten_webgl_make_context_current(context_);
  }
  ~CanvasWindow() override { emscripten_webgl_destroy_context(context_); }

 private:
  void show() override {}

  EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context_ = 0;
};

class BrowserWindow : public CanvasWindow {
 public:
  BrowserWindow() : CanvasWindow("#screen") {
    the_window = this;
    EM_ASM(Module.page.measure());
  }
  ~BrowserWindow() override { the_window = nullptr; }

  [[nodiscard]] bool closing() const override { return false; }
  bool poll() override { return std::exchange(happened_, !happenings.empty()); }
  bool wait(double) override { return poll(); }
  [[nodiscard]] bool has_happened() const { return happened_; }
  [[nodiscard]] bool fullscreen() const override {
    return EM_ASM_INT({ return document.fullscreenElement ? 1 : 0; }) != 0;
  }
  void set_fullscreen(bool on) override {
    EM_ASM({ Module.page.fillScreen($0); }, on);
  }
  [[nodiscard]] bool wants_stillness() const override {
    return EM_ASM_INT({ return matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 0; }) != 0;
  }
  bool resize(Extent pixels) override {
    EM_ASM({ Module.page.resize($0, $1); }, pixels.width, pixels.height);
    return true;
  }
  void set_clipboard(const std::string& text) override {
    Window::set_clipboard(text);
    EM_ASM({ Module.page.copy(UTF8ToString($0)); }, text.c_str());
  }
  [[nodiscard]] bool asks_for_files() override {
    return EM_ASM_INT({ return Module.page.choosesFiles() ? 1 : 0; }) != 0;
  }
  [[nodiscard]] bool asks_for_paste() override {
    return !std::exchange(has_pasted_, false) && EM_ASM_INT({ return Module.page.pastes() ? 1 : 0; }) != 0;
  }
  [[nodiscard]] Extent size() const override { return extent_; }
  [[nodiscard]] float content_scale() const override { return scale_; }
  [[nodiscard]] std::unique_ptr<GuiInput> gui_input() override { return std::make_unique<BrowserInput>(*this); }
  [[nodiscard]] std::uint64_t canvas() const override { return canvas_; }

  void measured(Extent extent, float scale) {
    happened_ = true;
    if (extent == extent_ && scale == scale_) return;
    extent_ = extent;
    scale_ = scale;
    ++canvas_;
  }
  void lost_pixels() { happened_ = true, ++canvas_; }
  void note() { happened_ = true; }
  void happen(const Happening& what) {
    happened_ = true;
    happenings.push_back(what);
    if (what.kind == Happening::Kind::key && what.down) hear(what.key);
  }
  void paste(const std::string& text) {
    Window::set_clipboard(text);
    has_pasted_ = true;
  }

  std::deque<Happening> happenings;  // not yet passed to ImGui

 private:
  Extent extent_{1600, 900};
  float scale_ = 1;
  std::uint64_t canvas_ = 0;
  bool happened_ = true;
  bool has_pasted_ = false;  // the clipboard has what the user has just pasted
};

// The page sends this window's keys to the first window.
class BrowserNotes : public CanvasWindow {
 public:
  BrowserNotes() : CanvasWindow(opened()) { the_notes = this; }
  ~BrowserNotes() override {
    the_notes = nullptr;
    EM_ASM(Module.page.closeNotes());
  }

  [[nodiscard]] bool closing() const override {
    return EM_ASM_INT({ return Module.page.hasNotes() ? 0 : 1; }) != 0;
  }
  bool poll() override { return false; }
  bool wait(double) override { return false; }
  [[nodiscard]] bool fullscreen() const override { return false; }
  void set_fullscreen(bool) override {}
  [[nodiscard]] Extent size() const override {
    return {EM_ASM_INT({ return Module.page.notesSide('width'); }),
            EM_ASM_INT({ return Module.page.notesSide('height'); })};
  }
  [[nodiscard]] float content_scale() const override {
    return static_cast<float>(EM_ASM_DOUBLE({ return Module.page.notesScale(); }));
  }
  [[nodiscard]] std::uint64_t canvas() const override {
    const Extent now = size();
    return static_cast<std::uint64_t>(now.width) << 32 | static_cast<std::uint32_t>(now.height);
  }

 private:
  static const char* opened() {
    const bool is_open = EM_ASM_INT({
                           const canvas = Module.page.openNotes();
                           if (canvas) specialHTMLTargets['!notes'] = canvas;
                           return canvas ? 1 : 0;
                         }) != 0;
    if (!is_open) throw UsageError("the browser blocked the window with the notes: allow pop-ups for this page");
    return "!notes";
  }
};

// Whether ImGui tracks this event as held; characters reach ImGui only as typed text.
bool is_held(const Happening& what) {
  if (what.kind == Happening::Kind::key) return what.key.key != Key::character || what.key.control;
  return what.kind == Happening::Kind::button;
}

// Passes on one press per frame, because ImGui would miss several presses in one frame.
void BrowserInput::begin_frame() {
  const double now = emscripten_get_now() / 1000;
  const Extent size = window.size();
  GuiFrame frame{{static_cast<float>(size.width), static_cast<float>(size.height)},
                 before > 0 ? static_cast<float>(now - before) : 1.0F / 60};
  before = now;
  begin_gui_frame(frame);
  if (const char* const now = gui_pointer(); now != pointer) {
    pointer = now;
    EM_ASM({ Module.page.point(UTF8ToString($0)); }, now);
  }
  bool has_pressed = false;
  while (!window.happenings.empty()) {
    const Happening& next = window.happenings.front();
    if (is_held(next) && std::exchange(has_pressed, true)) break;
    switch (next.kind) {
      case Happening::Kind::move: move_gui_mouse(next.place); break;
      case Happening::Kind::button: press_gui_mouse(next.down); break;
      case Happening::Kind::wheel: turn_gui_wheel(next.steps); break;
      case Happening::Kind::key: press_gui_key(next.key, next.down); break;
    }
    window.happenings.pop_front();
  }
}

constexpr int controls = 1, shifts = 2, alts = 4, repeats = 8;

}  // namespace

std::unique_ptr<Window> open_window(const Window::Options& options) {
  if (options.beside != nullptr) return std::make_unique<BrowserNotes>();
  return std::make_unique<BrowserWindow>();
}

extern "C" {

EMSCRIPTEN_KEEPALIVE void tilescope_measured(int width, int height, float scale) {
  if (the_window != nullptr) the_window->measured({std::max(width, 1), std::max(height, 1)}, scale);
}
EMSCRIPTEN_KEEPALIVE void tilescope_mouse(float x, float y) {
  if (the_window != nullptr) the_window->happen({.kind = Happening::Kind::move, .place = {x, y}});
}
EMSCRIPTEN_KEEPALIVE void tilescope_button(int down) {
  if (the_window != nullptr) the_window->happen({.kind = Happening::Kind::button, .down = down != 0});
}
EMSCRIPTEN_KEEPALIVE void tilescope_notes_pressed(float x, float y) {
  if (the_window == nullptr || the_notes == nullptr) return;
  the_notes->hear_press({x, y});
  the_window->note();
}
EMSCRIPTEN_KEEPALIVE void tilescope_wheel(float steps) {
  if (the_window != nullptr) the_window->happen({.kind = Happening::Kind::wheel, .steps = steps});
}
// Whether the picture does not show yet what was pressed or moved.
EMSCRIPTEN_KEEPALIVE int tilescope_has_input() { return the_window != nullptr && the_window->has_happened() ? 1 : 0; }
// Whether the page should leave a key to the browser.
EMSCRIPTEN_KEEPALIVE int tilescope_leaves(int key, unsigned letter, int with) {
  return is_browsers({.key = static_cast<Key>(std::clamp(key, 0, static_cast<int>(Key::f12))),
                      .character = letter,
                      .control = (with & controls) != 0,
                      .shift = (with & shifts) != 0})
             ? 1
             : 0;
}
// A key by its number in Key, or by its letter.
EMSCRIPTEN_KEEPALIVE void tilescope_key(int key, unsigned letter, int with, int down) {
  if (the_window == nullptr || key < 0 || key > static_cast<int>(Key::f12)) return;
  const KeyPress press{static_cast<Key>(key), letter, (with & controls) != 0, (with & shifts) != 0, (with & alts) != 0,
                       (with & repeats) != 0};
  the_window->happen({.kind = Happening::Kind::key, .down = down != 0, .key = meant_on_page(press)});
}
EMSCRIPTEN_KEEPALIVE void tilescope_pasted(const char* text) {
  if (the_window != nullptr) the_window->paste(text);
}

}  // extern "C"

}  // namespace tilescope
