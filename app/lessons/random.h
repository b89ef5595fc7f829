// Random numbers that depend only on the seed (splitmix64), so that a worksheet is the same on every machine.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace tilescope::lessons {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  // From 0 to `count` - 1.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }

  template <class Value>
  void shuffle(std::vector<Value>& values) {
    for (std::size_t n = values.size(); n > 1; --n) std::swap(values[n - 1], values[below(n)]);
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace tilescope::lessons
