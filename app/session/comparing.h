// The differences between the two launches on the stage. They are computed in the background, once both launches are
// explained and a view needs them, and kept while both launches are shown.
#pragma once

#include <atomic>
#include <future>
#include <memory>

#include "app/explain/changes.h"
#include "app/session/shown.h"

namespace tilescope {

class Comparing {
 public:
  Comparing() = default;
  ~Comparing() { forget(); }
  Comparing(const Comparing&) = delete;
  Comparing& operator=(const Comparing&) = delete;

  // Starts a comparison if these launches are new. True if a finished comparison was taken in.
  bool follow(const Shown& shown, bool is_wanted);
  void wait() const;
  [[nodiscard]] bool is_busy() const { return coming_.valid(); }
  // The comparison of these two launches; null: not ready.
  [[nodiscard]] const Changes* changes(const Shown& shown) const;

 private:
  struct Pair {
    std::shared_ptr<const Replay> focus, beside;
    std::shared_ptr<const Explained> of_focus, of_beside;
    bool operator==(const Pair&) const = default;
    [[nodiscard]] bool is_ready() const { return of_focus != nullptr && of_beside != nullptr; }
  };
  [[nodiscard]] static Pair pair_of(const Shown& shown);
  void forget();

  Pair pair_;
  std::future<std::shared_ptr<const Changes>> coming_;
  std::shared_ptr<std::atomic<bool>> stop_;
  std::shared_ptr<const Changes> changes_;
};

}  // namespace tilescope
