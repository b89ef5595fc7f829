#include "tests/app/window/desktop/dropper.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

namespace tilescope::test {

class Dropper::Hand {
 public:
  explicit Hand(const std::string& display) : display_(XOpenDisplay(display.c_str())) {
    window_ = XCreateSimpleWindow(display_, DefaultRootWindow(display_), 0, 0, 1, 1, 0, 0, 0);
  }
  ~Hand() { XCloseDisplay(display_); }
  Hand(const Hand&) = delete;
  Hand& operator=(const Hand&) = delete;

  // True when the window has taken it.
  bool drop(const std::string& title, const std::string& uris) {
    const Window target = named(DefaultRootWindow(display_), title);
    if (target == 0) return false;
    XSetSelectionOwner(display_, atom("XdndSelection"), window_, CurrentTime);
    const auto list = static_cast<long>(atom("text/uri-list"));
    tell(target, "XdndEnter", {5L << 24, list, 0, 0});
    tell(target, "XdndPosition", {0, (300L << 16) | 300, CurrentTime, static_cast<long>(atom("XdndActionCopy"))});
    bool asked_to_drop = false;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < end) {
      while (XPending(display_) > 0) {
        XEvent event;
        XNextEvent(display_, &event);
        if (event.type == SelectionRequest) answer(event.xselectionrequest, uris);
        if (event.type != ClientMessage) continue;
        if (event.xclient.message_type == atom("XdndStatus") && (event.xclient.data.l[1] & 1) != 0 && !asked_to_drop) {
          asked_to_drop = true;
          tell(target, "XdndDrop", {0, CurrentTime, 0, 0});
        }
        if (event.xclient.message_type == atom("XdndFinished")) return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

 private:
  Atom atom(const char* name) { return XInternAtom(display_, name, False); }

  Window named(Window in, const std::string& title) {
    char* name = nullptr;
    if (XFetchName(display_, in, &name) != 0 && name != nullptr) {
      const bool is_it = std::string(name).starts_with(title);
      XFree(name);
      if (is_it) return in;
    }
    Window root = 0, parent = 0, *children = nullptr;
    unsigned count = 0;
    Window found = 0;
    if (XQueryTree(display_, in, &root, &parent, &children, &count) == 0) return 0;
    for (unsigned n = 0; n < count && found == 0; ++n) found = named(children[n], title);
    if (children != nullptr) XFree(children);
    return found;
  }

  void tell(Window target, const char* what, std::array<long, 4> data) {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target;
    event.xclient.message_type = atom(what);
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(window_);
    std::copy(data.begin(), data.end(), event.xclient.data.l + 1);
    XSendEvent(display_, target, False, NoEventMask, &event);
    XFlush(display_);
  }

  void answer(const XSelectionRequestEvent& request, const std::string& uris) {
    XChangeProperty(display_, request.requestor, request.property, request.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(uris.data()), static_cast<int>(uris.size()));
    XEvent event{};
    event.xselection.type = SelectionNotify;
    event.xselection.requestor = request.requestor;
    event.xselection.selection = request.selection;
    event.xselection.target = request.target;
    event.xselection.property = request.property;
    event.xselection.time = request.time;
    XSendEvent(display_, request.requestor, False, NoEventMask, &event);
    XFlush(display_);
  }

  Display* display_;
  Window window_ = 0;
};

Dropper::Dropper(const std::string& display) : hand_(std::make_unique<Hand>(display)) {}
Dropper::~Dropper() = default;
bool Dropper::drop(const std::string& title, const std::string& uris) { return hand_->drop(title, uris); }

}  // namespace tilescope::test
