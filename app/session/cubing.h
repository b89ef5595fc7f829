// The cube of the launch in focus, and its enlarged part. They are made in the background once the view opens, and kept
// while that launch is shown.
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

  // Starts on this launch or part if it is new. True if a finished cube was taken in.
  bool follow(const Shown& shown, bool is_wanted, const Near& near);
  void wait() const;
  [[nodiscard]] bool is_busy() const { return coming_.valid(); }
  // The cube in focus, or the whole cube while a part is being made; null: not ready, or too large for memory.
  [[nodiscard]] const Cube* cube(const Shown& shown) const {
    if (of_ != shown.focus.replay) return nullptr;
    return near_ && part_ ? part_.get() : whole_.get();
  }

 private:
  using Made = std::shared_ptr<const Cube>;
  void forget();
  void stop();
  // Makes the cube in the background. The callback returns whether the cube is still wanted.
  void begin(std::function<Made(const std::function<bool()>&)> make);

  std::shared_ptr<const Replay> of_;
  Near near_;  // the part that is ready or being made
  std::future<std::shared_ptr<const Cube>> coming_;
  std::shared_ptr<std::atomic<bool>> stop_;
  Made whole_, part_;
};

}  // namespace tilescope
