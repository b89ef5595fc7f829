// The cube of the launch in focus: made beside the frames once somebody wants to see it, and kept while that launch is
// there.
#pragma once

#include <atomic>
#include <future>
#include <memory>

#include "app/explain/cube.h"
#include "app/session/shown.h"

namespace tilescope {

class Cubing {
 public:
  Cubing() = default;
  ~Cubing() { forget(); }
  Cubing(const Cubing&) = delete;
  Cubing& operator=(const Cubing&) = delete;

  // Begins with this launch, if it is not the one that it knows; takes in what was made. True where that is now.
  bool follow(const Shown& shown, bool is_wanted);
  void wait() const {
    if (coming_.valid()) coming_.wait();
  }
  [[nodiscard]] bool is_busy() const { return coming_.valid(); }
  // Of what is in focus; null: not known yet, or it takes too much memory.
  [[nodiscard]] const Cube* cube(const Shown& shown) const { return of_ == shown.focus.replay ? cube_.get() : nullptr; }

 private:
  void forget();

  std::shared_ptr<const Replay> of_;
  std::future<std::shared_ptr<const Cube>> coming_;
  std::shared_ptr<std::atomic<bool>> stop_;
  std::shared_ptr<const Cube> cube_;
};

}  // namespace tilescope
