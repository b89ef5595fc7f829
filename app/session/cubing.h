// The cube of the launch in focus, and what of it is looked at from near: made beside the frames once somebody wants to
// see it, and kept while that launch is there.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <optional>

#include "app/explain/cube.h"
#include "app/session/shown.h"

namespace tilescope {

class Cubing {
 public:
  Cubing() = default;
  ~Cubing() { forget(); }
  Cubing(const Cubing&) = delete;
  Cubing& operator=(const Cubing&) = delete;

  using Near = std::optional<std::array<std::uint32_t, 3>>;

  // Begins with this launch or this part of it, if that is not what it knows; takes in what was made. True where that
  // is now.
  bool follow(const Shown& shown, bool is_wanted, const Near& near);
  void wait() const;
  [[nodiscard]] bool is_busy() const { return coming_.valid(); }
  // Of what is in focus; null: not known yet, or it takes too much memory. All of it while a part is being made.
  [[nodiscard]] const Cube* cube(const Shown& shown) const {
    if (of_ != shown.focus.replay) return nullptr;
    return near_ && part_ ? part_.get() : whole_.get();
  }

 private:
  using Made = std::shared_ptr<const Cube>;
  void forget();
  void stop();
  // Somewhere else: what that makes, given whether to go on.
  void begin(std::function<Made(const std::function<bool()>&)> make);

  std::shared_ptr<const Replay> of_;
  Near near_;  // of what is known or being made
  std::future<std::shared_ptr<const Cube>> coming_;
  std::shared_ptr<std::atomic<bool>> stop_;
  Made whole_, part_;
};

}  // namespace tilescope
