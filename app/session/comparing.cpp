#include "app/session/comparing.h"

#include <new>
#include <utility>

#include "app/session/aside.h"

namespace tilescope {

Comparing::Pair Comparing::pair_of(const Shown& shown) {
  return {shown.focus.replay, shown.beside.replay, shown.focus.explained, shown.beside.explained};
}

const Changes* Comparing::changes(const Shown& shown) const {
  return pair_ == pair_of(shown) ? changes_.get() : nullptr;
}

void Comparing::forget() {
  if (stop_) stop_->store(true);
  aside::give_up(std::exchange(coming_, {}));
  changes_.reset();
  pair_ = {};
}

bool Comparing::follow(const Shown& shown, bool is_wanted) {
  Pair now = pair_of(shown);
  if (pair_.focus != nullptr && pair_ != now) forget();
  if (is_wanted && now.is_ready() && pair_ != now) {
    pair_ = std::move(now);
    stop_ = std::make_shared<std::atomic<bool>>(false);
    coming_ = aside::begin([pair = pair_, stop = stop_]() -> std::shared_ptr<const Changes> {
      try {
        return changes_between({*pair.beside, *pair.of_beside}, {*pair.focus, *pair.of_focus},
                               [&] { return !stop->load(); });
      } catch (const std::bad_alloc&) {  // the comparison then stays unknown
        return nullptr;
      }
    });
  }
  if (!aside::is_ready(coming_)) return false;
  changes_ = coming_.get();
  return true;
}

void Comparing::wait() const {
  if (coming_.valid()) aside::wait(coming_);
}

}  // namespace tilescope
