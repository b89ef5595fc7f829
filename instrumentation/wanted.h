// Work that may turn out to be for nothing, as when a user types on: its caller says how to ask, and long work asks
// before each of its parts. For the thread that it goes on in, so that no function between has to pass it on.
#pragma once

#include <functional>
#include <utility>

namespace tilescope {

// Not an Error: nothing went wrong, and code that tries several things must not continue with the next.
struct Unwanted {};

class WantedWhile {
 public:
  explicit WantedWhile(std::function<bool()> is_wanted) : before_(std::exchange(now(), std::move(is_wanted))) {}
  ~WantedWhile() { now() = std::move(before_); }
  WantedWhile(const WantedWhile&) = delete;
  WantedWhile& operator=(const WantedWhile&) = delete;

  // What asks, for threads that do a part of the work.
  [[nodiscard]] static std::function<bool()> asked() { return now(); }
  static void require() {
    if (now() && !now()()) throw Unwanted{};
  }

 private:
  static std::function<bool()>& now() {
    static thread_local std::function<bool()> current;
    return current;
  }

  std::function<bool()> before_;
};

}  // namespace tilescope
