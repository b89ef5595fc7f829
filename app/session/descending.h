// What came of what in the block in focus: worked out once somebody wants to see it, and kept while that block is there.
#pragma once

#include <memory>

#include "app/explain/descent.h"
#include "app/session/shown.h"

namespace tilescope {

class Descending {
 public:
  void follow(const Shown& shown, bool is_wanted) {
    if (!is_wanted || !shown.has_trace() || descent(shown) != nullptr) return;
    of_ = shown.focus.replay;
    descent_ = descent_of(*of_, shown.frame.block);
  }
  // Null: it is not known.
  [[nodiscard]] const Descent* descent(const Shown& shown) const {
    return of_ != nullptr && of_ == shown.focus.replay && descent_.block == shown.frame.block ? &descent_ : nullptr;
  }

 private:
  std::shared_ptr<const Replay> of_;
  Descent descent_;
};

}  // namespace tilescope
