// A hash of the path that a thread takes: of the `what` and `origin` words of its events, and how many they are.
#pragma once

#include <cstdint>

#include "instrumentation/trace/packed_event.h"

namespace tilescope::traced {

// Each event is a digit of a number that is kept modulo a prime of nearly 2^64; two paths with the same hash are taken
// to be one, by chance one pair in 2^64. An event takes three or four instructions of a GPU.
class PathHash {
 public:
  TILESCOPE_ANYWHERE void add(std::uint32_t what, std::uint32_t origin) {
    const std::uint32_t low = static_cast<std::uint32_t>(state_) ^ what;
    const std::uint64_t high = origin * scatter + (state_ >> 32);
    state_ = low * multiplier + high;
  }
  // Of a thread with so many events. Never 0.
  [[nodiscard]] TILESCOPE_ANYWHERE std::uint64_t finish(std::uint32_t events) const {
    PathHash last = *this;
    last.add(events, 0);
    return last.state_ | std::uint64_t{last.state_ == 0};
  }

 private:
  static constexpr std::uint64_t multiplier = 0xd134259b;  // times 2^32, less 1, is a prime
  static constexpr std::uint64_t scatter = 0x9e3779b1;     // so that no origin has the place of another word

  std::uint64_t state_ = 1;
};

}  // namespace tilescope::traced
