#include "app/session/cubing.h"

#include <new>
#include <utility>

#include "app/session/aside.h"
#include "app/session/background.h"

namespace tilescope {

void Cubing::stop() {
  if (stop_) stop_->store(true);
  aside::give_up(std::exchange(coming_, {}));
}

void Cubing::forget() {
  stop();
  whole_.reset();
  part_.reset();
  near_.reset();
  of_.reset();
}

void Cubing::begin(std::function<Made(const std::function<bool()>&)> make) {
  stop_ = std::make_shared<std::atomic<bool>>(false);
  coming_ = aside::begin([make = std::move(make), stop = stop_]() -> Made {
    yield_to_frames();
    try {
      return make([&] { return !stop->load(); });
    } catch (const std::bad_alloc&) {  // the cube then stays unknown
      return nullptr;
    }
  });
}

bool Cubing::follow(const Shown& shown, bool is_wanted, const Near& near) {
  if (of_ != nullptr && of_ != shown.focus.replay) forget();
  if (is_wanted && of_ == nullptr && shown.has_trace()) {
    of_ = shown.focus.replay;
    begin([replay = of_](const auto& wanted) { return cube_of(*replay, wanted); });
  }
  bool changed = false;
  if (whole_ && near_ != near) {
    stop();
    part_.reset();
    near_ = near;
    changed = true;
    if (near_ && whole_->is_merged())
      begin([replay = of_, whole = whole_, place = *near_](const auto& wanted) {
        return cube_near(*replay, *whole, place, wanted);
      });
  }
  if (!aside::is_ready(coming_)) return changed;
  (whole_ ? part_ : whole_) = coming_.get();
  return true;
}

void Cubing::wait() const {
  if (coming_.valid()) aside::wait(coming_);
}

}  // namespace tilescope
