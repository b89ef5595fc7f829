// Prepares something in the background and measures the time; only the last request is delivered.
#pragma once

#include <algorithm>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/apart/apart.h"
#include "app/session/aside.h"

namespace tilescope {

template <class Thing>
class Preparing {
 public:
  // `failed` makes the thing if the work could not be done.
  template <class Asked, apart::Work<Asked, Thing> work>
  void begin(Asked asked, std::function<Thing(const std::string& why)> failed) {
    give_up();
    const auto prepared = std::make_shared<std::promise<Thing>>();
    coming_ = prepared->get_future();
    working_.push_back(apart::begin<Asked, Thing, work>(
        std::move(asked),
        {[prepared](Thing thing) { prepared->set_value(std::move(thing)); },
         [prepared, failed = std::move(failed)](const std::string& why) { prepared->set_value(failed(why)); }}));
  }
  void give_up() {
    for (const auto& each : working_) each->stop();
    coming_ = {};
    std::erase_if(working_, [](const auto& each) { return each->is_over(); });
  }
  [[nodiscard]] bool is_busy() const { return coming_.valid(); }
  [[nodiscard]] double seconds() const { return seconds_; }
  void count(double seconds) { seconds_ = is_busy() ? seconds_ + std::min(seconds, 0.25) : 0; }
  // Returns the prepared thing, only once.
  [[nodiscard]] std::optional<Thing> take() {
    return aside::is_ready(coming_) ? std::optional(coming_.get()) : std::nullopt;
  }
  // Like take, but waits.
  [[nodiscard]] std::optional<Thing> wait() {
    if (is_busy()) aside::wait(coming_);
    return take();
  }

 private:
  std::future<Thing> coming_;
  std::vector<std::unique_ptr<apart::Running>> working_;  // the last work, and work that was given up and finishes here
  double seconds_ = 0;
};

}  // namespace tilescope
