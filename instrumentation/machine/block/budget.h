// The work that a run may do in all its blocks together. It is counted in instructions of 64 threads, so that it does
// not depend on the machine's speed or load.
#pragma once

#include <atomic>
#include <cstdint>

namespace tilescope::machine {

// Default for a recording: a minute or two on one core.
inline constexpr std::uint64_t usual_limit = 2'000'000'000;

class Budget {
 public:
  // 0: no limit.
  explicit Budget(std::uint64_t most) : most_(most) {}

  // True if that much was left.
  bool take(std::uint64_t instructions) {
    const std::uint64_t before = taken_.fetch_add(instructions, std::memory_order_relaxed);
    return most_ == 0 || before + instructions <= most_;
  }
  [[nodiscard]] std::uint64_t most() const { return most_; }

 private:
  std::uint64_t most_;
  std::atomic<std::uint64_t> taken_ = 0;
};

}  // namespace tilescope::machine
