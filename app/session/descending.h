// The data flow in the block in focus: computed once the view opens, and kept while that block is shown.
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
  // Null: not computed.
  [[nodiscard]] const Descent* descent(const Shown& shown) const {
    return of_ != nullptr && of_ == shown.focus.replay && descent_.block == shown.frame.block ? &descent_ : nullptr;
  }

 private:
  std::shared_ptr<const Replay> of_;
  Descent descent_;
};

}  // namespace tilescope
