#include "app/session/comparing.h"

#include <chrono>
#include <new>

namespace tilescope {

Comparing::Pair Comparing::pair_of(const Shown& shown) {
  return {shown.focus.replay, shown.beside.replay, shown.focus.explained, shown.beside.explained};
}

const Changes* Comparing::changes(const Shown& shown) const {
  return pair_ == pair_of(shown) ? changes_.get() : nullptr;
}

void Comparing::forget() {
  if (stop_) stop_->store(true);
  coming_ = {};
  changes_.reset();
  pair_ = {};
}

bool Comparing::follow(const Shown& shown, bool is_wanted) {
  Pair now = pair_of(shown);
  if (pair_.focus != nullptr && pair_ != now) forget();
  if (is_wanted && now.is_ready() && pair_ != now) {
    pair_ = std::move(now);
    stop_ = std::make_shared<std::atomic<bool>>(false);
    coming_ = std::async(std::launch::async, [pair = pair_, stop = stop_]() -> std::shared_ptr<const Changes> {
      try {
        return changes_between({*pair.beside, *pair.of_beside}, {*pair.focus, *pair.of_focus},
                               [&] { return !stop->load(); });
      } catch (const std::bad_alloc&) {  // then it stays unknown
        return nullptr;
      }
    });
  }
  if (!coming_.valid() || coming_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
  changes_ = coming_.get();
  return true;
}

void Comparing::wait() const {
  if (coming_.valid()) coming_.wait();
}

}  // namespace tilescope
