// Kernels at random, in CUDA C++ that the language accepts: everything that a machine could stumble over, woven into
// each other. Half of them are tidy, so that no thread gets in another one's way; the others do as they like.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tilescope::fuzz {

// The same numbers for the same seed everywhere; or what some bytes say, and then what follows from them.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  explicit Random(std::span<const unsigned char> bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t next();
  [[nodiscard]] std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }
  [[nodiscard]] int between(int low, int high) { return low + static_cast<int>(below(std::size_t(high - low) + 1)); }
  [[nodiscard]] bool chance(unsigned percent) { return below(100) < percent; }
  template <class T>
  [[nodiscard]] const T& one_of(std::span<const T> all) {
    return all[below(all.size())];
  }
  template <class T, std::size_t count>
  [[nodiscard]] const T& one_of(const T (&all)[count]) {
    return all[below(count)];
  }

 private:
  std::uint64_t state_ = 0;
  std::span<const unsigned char> bytes_;
};

// A text with a kernel that is called k.
[[nodiscard]] std::string random_kernel(Random& random);

}  // namespace tilescope::fuzz
