#include "app/session/cubing.h"

#include <chrono>
#include <new>

#include "app/session/background.h"

namespace tilescope {

void Cubing::forget() {
  if (stop_) stop_->store(true);
  coming_ = {};
  cube_.reset();
  of_.reset();
}

bool Cubing::follow(const Shown& shown, bool is_wanted) {
  if (of_ != nullptr && of_ != shown.focus.replay) forget();
  if (is_wanted && of_ == nullptr && shown.has_trace()) {
    of_ = shown.focus.replay;
    stop_ = std::make_shared<std::atomic<bool>>(false);
    coming_ = std::async(std::launch::async, [replay = of_, stop = stop_]() -> std::shared_ptr<const Cube> {
      yield_to_frames();
      try {
        return cube_of(*replay, [&] { return !stop->load(); });
      } catch (const std::bad_alloc&) {  // then it stays unknown
        return nullptr;
      }
    });
  }
  if (!coming_.valid() || coming_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
  cube_ = coming_.get();
  return true;
}

}  // namespace tilescope
