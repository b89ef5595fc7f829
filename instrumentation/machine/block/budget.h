// The work that a run may do, all its blocks together. It is counted in instructions of 64 threads, so it is the same
// on a slow machine and on a busy one.
#pragma once

#include <atomic>
#include <cstdint>

namespace tilescope::machine {

// For a recording, unless it is said otherwise: a minute or two on one core.
inline constexpr std::uint64_t usual_limit = 2'000'000'000;

class Budget {
 public:
  // 0: any number.
  explicit Budget(std::uint64_t most) : most_(most) {}

  // Whether there was as much left.
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
