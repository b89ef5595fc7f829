// Prepares something in the background and measures the time; only the last request is delivered.
#pragma once

#include <algorithm>
#include <future>
#include <optional>
#include <utility>

#include "app/session/aside.h"

namespace tilescope {

template <class Thing>
class Preparing {
 public:
  template <class Work>
  void begin(Work work) {
    give_up();
    coming_ = aside::begin(std::move(work));
  }
  void give_up() { aside::give_up(std::exchange(coming_, {})); }
  [[nodiscard]] bool is_busy() const { return coming_.valid(); }
  [[nodiscard]] double seconds() const { return seconds_; }
  void count(double seconds) { seconds_ = is_busy() ? seconds_ + std::min(seconds, 0.25) : 0; }
  // Returns the prepared thing, only once.
  [[nodiscard]] std::optional<Thing> take() {
    return aside::is_ready(coming_) ? std::optional(coming_.get()) : std::nullopt;
  }
  // Like take, but waits.
  [[nodiscard]] std::optional<Thing> wait() {
    return is_busy() ? std::optional(aside::result_of(coming_)) : std::nullopt;
  }

 private:
  std::future<Thing> coming_;
  double seconds_ = 0;
};

}  // namespace tilescope
