#include "app/window/going.h"

#include <chrono>

namespace tilescope {

void keep_going(std::shared_ptr<WindowLoop> loop, std::function<void()> settles, std::function<void()> ends) {
  constexpr std::chrono::seconds between{2};
  auto settled = std::chrono::steady_clock::now();
  for (; loop->step(); loop->rest()) {
    const auto now = std::chrono::steady_clock::now();
    if (now - settled < between) continue;
    settled = now;
    settles();
  }
  ends();
}

}  // namespace tilescope
