#include "app/gl/window.h"

#include "app/gl/gl.h"
// After glad: GLFW brings no OpenGL of its own then.
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <utility>

#include "instrumentation/error.h"

namespace tilescope {

namespace {

// GLFW's last complaint, which is the only way it has to say why.
std::string& last_complaint() {
  static std::string complaint;
  return complaint;
}

Window& of(GLFWwindow* window) { return *static_cast<Window*>(glfwGetWindowUserPointer(window)); }

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

// The letter on a key in the reader's layout, in lower case; 0 where it has none.
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

}  // namespace

Window::Window(const Options& options) : beside_(options.beside) {
  try {
    open(options);
  } catch (const Error&) {
    if (window_ != nullptr) glfwDestroyWindow(window_);
    if (beside_ == nullptr) glfwTerminate();
    throw;
  }
}

void Window::open(const Options& options) {
  last_complaint().clear();
  glfwSetErrorCallback([](int, const char* complaint) { last_complaint() = complaint; });
  if (glfwInit() == GLFW_FALSE) refuse("there is no display");
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "tilescope");  // as its desktop entry says
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "tilescope");
  glfwWindowHint(GLFW_VISIBLE, options.visible ? GLFW_TRUE : GLFW_FALSE);
  Extent size = options.size;
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
    float scale = 1;
    int x = 0, y = 0, width = 0, height = 0;
    glfwGetMonitorContentScale(monitor, &scale, nullptr);
    glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
    const auto fitted = [&](int wanted, int room) {
      const int scaled = static_cast<int>(static_cast<float>(wanted) * scale);
      return room > 0 ? std::min(scaled, room) : scaled;
    };
    size = {fitted(size.width, width), fitted(size.height, height)};
  }
  window_ = glfwCreateWindow(size.width, size.height, options.title.c_str(), nullptr, nullptr);
  if (window_ == nullptr) refuse("there is no OpenGL 3.3");
  glfwMakeContextCurrent(window_);
  load_gl(glfwGetProcAddress);
  renderer_ = gl_renderer();
  // A GPU has several buffers and shows one after the other. Mesa without one draws into memory and copies it to the
  // screen, and there it matters to draw less.
  keeps_pixels_ = renderer_.find("llvmpipe") != std::string::npos;
  glfwSwapInterval(options.vsync ? 1 : 0);
  listen();
}

Window::~Window() {
  glfwDestroyWindow(window_);
  if (beside_ == nullptr) glfwTerminate();
}

void Window::happened() {
  happened_ = true;
  if (beside_ != nullptr) beside_->happened_ = true;
}

// Before ImGui listens: it hands on to those who were there first.
void Window::listen() {
  glfwSetWindowUserPointer(window_, this);
  glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int scancode, int action, int modifiers) {
    Window& self = of(window);
    self.happened();
    if (action == GLFW_RELEASE) return;
    KeyPress press{named_key(key),
                   0,
                   (modifiers & GLFW_MOD_CONTROL) != 0,
                   (modifiers & GLFW_MOD_SHIFT) != 0,
                   (modifiers & GLFW_MOD_ALT) != 0,
                   action == GLFW_REPEAT};
    if (press.key == Key::character) {
      // Without control or alt, the letter comes as text, which knows the layout.
      if (!press.control && !press.alt) return;
      press.character = letter_on(key, scancode);
      if (press.character == 0) return;
    }
    self.keys_.push_back(press);
  });
  glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned letter) {
    Window& self = of(window);
    self.happened();
    KeyPress press;
    press.character = letter;
    self.keys_.push_back(press);
  });
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
    of(window).happened();
    of(window).dropped_.insert(of(window).dropped_.end(), paths, paths + count);
  });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double, double) { of(window).happened(); });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* window, int, int, int) { of(window).happened(); });
  glfwSetScrollCallback(window_, [](GLFWwindow* window, double, double) { of(window).happened(); });
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* window, int) { of(window).happened(); });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* window, int) { of(window).happened(); });
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* window) { of(window).happened(); });
  glfwSetWindowCloseCallback(window_, [](GLFWwindow* window) { of(window).happened(); });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* window, int, int) {
    of(window).happened();
    ++of(window).canvas_;
  });
  glfwSetWindowContentScaleCallback(window_, [](GLFWwindow* window, float, float) { of(window).happened(); });
}

bool Window::closing() const { return glfwWindowShouldClose(window_) != GLFW_FALSE; }
void Window::keep_open() { glfwSetWindowShouldClose(window_, GLFW_FALSE); }

bool Window::poll() {
  glfwPollEvents();
  return std::exchange(happened_, false);
}

bool Window::wait(double seconds) {
  glfwWaitEventsTimeout(std::max(seconds, 1e-3));
  return std::exchange(happened_, false);
}

void Window::set_title(const std::string& title) { glfwSetWindowTitle(window_, title.c_str()); }

void Window::set_vsync(bool on) { glfwSwapInterval(on ? 1 : 0); }

void Window::set_fullscreen(bool on) {
  if (on == fullscreen_) return;
  if (!on) {
    glfwSetWindowMonitor(window_, nullptr, left_, top_, before_.width, before_.height, GLFW_DONT_CARE);
    fullscreen_ = false;
    return;
  }
  glfwGetWindowPos(window_, &left_, &top_);
  before_ = size();
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  GLFWmonitor* chosen = nullptr;
  const GLFWvidmode* mode = nullptr;
  int most = -1;
  for (int i = 0; i < count; ++i) {
    int x = 0, y = 0;
    glfwGetMonitorPos(monitors[i], &x, &y);
    const GLFWvidmode* its_mode = glfwGetVideoMode(monitors[i]);
    if (its_mode == nullptr) continue;
    const int width = std::min(left_ + before_.width, x + its_mode->width) - std::max(left_, x);
    const int height = std::min(top_ + before_.height, y + its_mode->height) - std::max(top_, y);
    const int shared = std::max(width, 0) * std::max(height, 0);
    if (shared <= most) continue;
    most = shared;
    chosen = monitors[i];
    mode = its_mode;
  }
  if (chosen == nullptr) return;
  glfwSetWindowMonitor(window_, chosen, 0, 0, mode->width, mode->height, mode->refreshRate);
  fullscreen_ = true;
}

std::vector<std::string> Window::take_dropped() { return std::exchange(dropped_, {}); }
std::vector<KeyPress> Window::take_keys() { return std::exchange(keys_, {}); }

Extent Window::size() const {
  Extent extent;
  glfwGetWindowSize(window_, &extent.width, &extent.height);
  return extent;
}

Extent Window::pixels() const {
  Extent extent;
  glfwGetFramebufferSize(window_, &extent.width, &extent.height);
  return {std::max(extent.width, 1), std::max(extent.height, 1)};  // it is nothing while the window is an icon
}

float Window::content_scale() const {
  float scale = 1;
  glfwGetWindowContentScale(window_, &scale, nullptr);
  return std::max(scale, 0.5F);
}

void Window::bind() {
  glfwMakeContextCurrent(window_);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void Window::show() {
  glfwSwapBuffers(window_);
  if (!keeps_pixels_) ++canvas_;
}

}  // namespace tilescope
