// Windows opened with GLFW.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cfloat>
#include <optional>
#include <span>
#include <utility>

#include "app/gl/context.h"
#include "app/gl/gui_keys.h"
#include "app/window/window.h"

namespace tilescope {

namespace {

// GLFW's last error message, which is its only explanation of a failure.
std::string& last_complaint() {
  static std::string complaint;
  return complaint;
}

Key named_key(int key) {
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) return static_cast<Key>(static_cast<int>(Key::f1) + key - GLFW_KEY_F1);
  switch (key) {
    case GLFW_KEY_LEFT: return Key::left;
    case GLFW_KEY_RIGHT: return Key::right;
    case GLFW_KEY_UP: return Key::up;
    case GLFW_KEY_DOWN: return Key::down;
    case GLFW_KEY_PAGE_UP: return Key::page_up;
    case GLFW_KEY_PAGE_DOWN: return Key::page_down;
    case GLFW_KEY_HOME: return Key::home;
    case GLFW_KEY_END: return Key::end;
    case GLFW_KEY_INSERT: return Key::insert;
    case GLFW_KEY_DELETE: return Key::erase;
    case GLFW_KEY_BACKSPACE: return Key::backspace;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER: return Key::enter;
    case GLFW_KEY_ESCAPE: return Key::escape;
    case GLFW_KEY_TAB: return Key::tab;
    default: return Key::character;
  }
}

// The letter on a key in the user's layout, in lower case; 0 if it has none.
char32_t letter_on(int key, int scancode) {
  if (key == GLFW_KEY_SPACE) return U' ';
  const char* name = glfwGetKeyName(key, scancode);
  if (name == nullptr || name[0] == '\0' || name[1] != '\0') return 0;
  return static_cast<char32_t>(std::tolower(static_cast<unsigned char>(name[0])));
}

[[noreturn]] void refuse(const std::string& what) {
  const std::string why = last_complaint().empty() ? "" : " (" + last_complaint() + ")";
  throw NoDisplay(
      fmt::format("no window can be opened: {}{}; `tilescope render` draws pictures without one", what, why));
}

// The wanted size at the display's scale, at most the display's size.
Extent fitted(Extent size) {
  GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return size;
  float scale = 1;
  int x = 0, y = 0, width = 0, height = 0;
  glfwGetMonitorContentScale(monitor, &scale, nullptr);
  glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
  const auto fit = [&](int wanted, int room) {
    const int scaled = static_cast<int>(static_cast<float>(wanted) * scale);
    return room > 0 ? std::min(scaled, room) : scaled;
  };
  return {fit(size.width, width), fit(size.height, height)};
}

void hint() {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "tilescope");  // the name in the program's desktop entry
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "tilescope");
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
}

struct Display {
  GLFWmonitor* monitor = nullptr;
  const GLFWvidmode* mode = nullptr;
};

// The display that shows most of the window.
Display display_of(int left, int top, Extent size) {
  int count = 0, most = -1;
  GLFWmonitor** const monitors = glfwGetMonitors(&count);
  Display chosen;
  for (GLFWmonitor* const monitor : std::span(monitors, static_cast<std::size_t>(count))) {
    int x = 0, y = 0;
    glfwGetMonitorPos(monitor, &x, &y);
    const GLFWvidmode* const mode = glfwGetVideoMode(monitor);
    if (mode == nullptr) continue;
    const int width = std::min(left + size.width, x + mode->width) - std::max(left, x);
    const int height = std::min(top + size.height, y + mode->height) - std::max(top, y);
    const int shared = std::max(width, 0) * std::max(height, 0);
    if (shared <= most) continue;
    most = shared;
    chosen = {monitor, mode};
  }
  return chosen;
}

struct GlfwInput : GuiInput {
  GlfwInput(GLFWwindow* window, const bool& is_used) : is_used_(is_used) { ImGui_ImplGlfw_InitForOpenGL(window, true); }
  ~GlfwInput() override { ImGui_ImplGlfw_Shutdown(); }

  void begin_frame() override {
    ImGui_ImplGlfw_NewFrame();
    constexpr float nowhere = -FLT_MAX;
    if (!is_used_) move_gui_mouse({nowhere, nowhere});
  }

 private:
  const bool& is_used_;
};

class GlfwWindow : public Window {
 public:
  explicit GlfwWindow(const Options& options) : beside_(static_cast<GlfwWindow*>(options.beside)) {
    try {
      open(options);
    } catch (const Error&) {
      if (window_ != nullptr) glfwDestroyWindow(window_);
      if (beside_ == nullptr) glfwTerminate();
      throw;
    }
  }
  ~GlfwWindow() override {
    glfwDestroyWindow(window_);
    if (beside_ == nullptr) glfwTerminate();
  }

  [[nodiscard]] bool closing() const override { return glfwWindowShouldClose(window_) != GLFW_FALSE; }
  bool poll() override {
    glfwPollEvents();
    return std::exchange(happened_, false);
  }
  bool wait(double seconds) override {
    glfwWaitEventsTimeout(std::max(seconds, 1e-3));
    return std::exchange(happened_, false);
  }
  [[nodiscard]] bool fullscreen() const override { return fullscreen_; }
  void set_fullscreen(bool on) override {
    if (on == fullscreen_) return;
    if (!on) {
      glfwSetWindowMonitor(window_, nullptr, left_, top_, before_.width, before_.height, GLFW_DONT_CARE);
      fullscreen_ = false;
      return;
    }
    glfwGetWindowPos(window_, &left_, &top_);
    before_ = size();
    const auto [monitor, mode] = display_of(left_, top_, before_);
    if (monitor == nullptr) return;
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    fullscreen_ = true;
  }
  void set_clipboard(const std::string& text) override { glfwSetClipboardString(window_, text.c_str()); }
  [[nodiscard]] std::string clipboard() override {
    const char* const text = glfwGetClipboardString(window_);  // null if the clipboard has no text
    return text == nullptr ? "" : text;
  }
  [[nodiscard]] std::vector<std::string> take_dropped() override { return std::exchange(dropped_, {}); }

  [[nodiscard]] Extent size() const override {
    Extent extent;
    glfwGetWindowSize(window_, &extent.width, &extent.height);
    return extent;
  }
  [[nodiscard]] Extent pixels() const override {
    Extent extent;
    glfwGetFramebufferSize(window_, &extent.width, &extent.height);
    return {std::max(extent.width, 1), std::max(extent.height, 1)};  // 0 while the window is minimized
  }
  [[nodiscard]] float content_scale() const override {
    float scale = 1;
    glfwGetWindowContentScale(window_, &scale, nullptr);
    return std::max(scale, 0.5F);
  }
  [[nodiscard]] std::unique_ptr<GuiInput> gui_input() override {
    return beside_ == nullptr ? std::make_unique<GlfwInput>(window_, uses_mouse_) : nullptr;
  }
  void bind() override {
    glfwMakeContextCurrent(window_);
    bind_own_pixels();
  }
  [[nodiscard]] std::uint64_t canvas() const override { return canvas_; }
  [[nodiscard]] bool is_drawn_by_processor() const override { return keeps_pixels_; }

 private:
  void show() override {
    if (std::exchange(shows_first_, false)) glfwShowWindow(window_);
    glfwSwapBuffers(window_);
    if (!keeps_pixels_) ++canvas_;
  }
  static GlfwWindow& of(GLFWwindow* window) { return *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window)); }

  void open(const Options& options) {
    last_complaint().clear();
    glfwSetErrorCallback([](int, const char* complaint) { last_complaint() = complaint; });
    if (glfwInit() == GLFW_FALSE) refuse("there is no display");
    hint();
    shows_first_ = options.visible;
    const Extent size = fitted(options.size);
    window_ = glfwCreateWindow(size.width, size.height, options.title.c_str(), nullptr, nullptr);
    if (window_ == nullptr) refuse("there is no OpenGL 3.3");
    glfwMakeContextCurrent(window_);
    load_gl(glfwGetProcAddress);
    // A GPU shows several buffers in turn, so its pixels are not kept. Mesa without a GPU draws into memory and copies
    // it to the screen; there it pays to draw less.
    keeps_pixels_ = tilescope::is_drawn_by_processor();
    glfwSwapInterval(options.vsync ? 1 : 0);
    listen();
  }

  // Called before ImGui sets its callbacks, because ImGui passes events on to earlier callbacks.
  void listen() {
    glfwSetWindowUserPointer(window_, this);
    listen_to_keys();
    glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
      of(window).happened();
      of(window).dropped_.insert(of(window).dropped_.end(), paths, paths + count);
    });
    glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* window, int, int) {
      of(window).happened();
      ++of(window).canvas_;
    });
    constexpr auto note = [](GLFWwindow* window, auto...) { of(window).happened(); };
    glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) {
      of(window).happened();
      of(window).hear_move({static_cast<float>(x), static_cast<float>(y)});
    });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* window, int button, int action, int) {
      of(window).happened();
      of(window).use_mouse();
      if (of(window).beside_ == nullptr || button != GLFW_MOUSE_BUTTON_LEFT || action != GLFW_PRESS) return;
      double x = 0, y = 0;
      glfwGetCursorPos(window, &x, &y);
      of(window).hear_press({static_cast<float>(x), static_cast<float>(y)});
    });
    glfwSetScrollCallback(window_, note);
    glfwSetCursorEnterCallback(window_, note);
    glfwSetWindowFocusCallback(window_, note);
    glfwSetWindowRefreshCallback(window_, note);
    glfwSetWindowCloseCallback(window_, note);
    glfwSetWindowContentScaleCallback(window_, note);
  }

  void listen_to_keys() {
    glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int scancode, int action, int modifiers) {
      of(window).hear(key, scancode, action, modifiers);
    });
    glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned letter) {
      KeyPress press;
      press.character = letter;
      of(window).happened();
      of(window).Surface::hear(press);
    });
  }

  // A window that opens under the mouse is told where the mouse is, but nobody has pointed there yet.
  void hear_move(Point place) {
    if (!first_mouse_) first_mouse_ = place;
    uses_mouse_ = uses_mouse_ || place.x != first_mouse_->x || place.y != first_mouse_->y;
  }
  void use_mouse() {
    if (beside_ != nullptr || std::exchange(uses_mouse_, true)) return;
    double x = 0, y = 0;
    glfwGetCursorPos(window_, &x, &y);
    move_gui_mouse({static_cast<float>(x), static_cast<float>(y)});
  }

  void happened() {
    happened_ = true;
    if (beside_ != nullptr) beside_->happened_ = true;
  }

  void hear(int key, int scancode, int action, int modifiers) {
    happened();
    if (action == GLFW_RELEASE) return;
    KeyPress press{named_key(key),
                   0,
                   (modifiers & GLFW_MOD_CONTROL) != 0,
                   (modifiers & GLFW_MOD_SHIFT) != 0,
                   (modifiers & GLFW_MOD_ALT) != 0,
                   action == GLFW_REPEAT};
    if (press.key == Key::character) {
      // Without Ctrl or Alt, the letter arrives as text, which follows the keyboard layout.
      if (!press.control && !press.alt) return;
      press.character = letter_on(key, scancode);
      if (press.character == 0) return;
    }
    Surface::hear(press);
  }

  GLFWwindow* window_ = nullptr;
  GlfwWindow* beside_ = nullptr;
  bool keeps_pixels_ = false;  // pixels stay after they are presented
  bool shows_first_ = false;   // the window appears with its first frame, so that it is never black
  std::uint64_t canvas_ = 0;
  bool fullscreen_ = false, happened_ = false;
  int left_ = 0, top_ = 0;  // the window's position before full screen
  Extent before_;
  std::vector<std::string> dropped_;
  std::optional<Point> first_mouse_;
  bool uses_mouse_ = false;  // it has moved or pressed since the window opened
};

}  // namespace

std::unique_ptr<Window> open_window(const Window::Options& options) { return std::make_unique<GlfwWindow>(options); }

}  // namespace tilescope
