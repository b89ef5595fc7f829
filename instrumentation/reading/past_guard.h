// Finds guards that let one thread too many through, like `i <= n`. Where a launch has just as many threads as elements
// the mistake does not show. Found by giving the kernel shorter lengths: what it touches has the same left over for
// each of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "instrumentation/reading/survey.h"
#include "instrumentation/reading/uses.h"

namespace tilescope::reading {

struct PastGuard {
  Numbers scalars;                     // with which it is seen
  std::vector<std::uint64_t> extents;  // by array, in numbers: how long it is meant to be; 0: as it is touched
};

// A launch that is clean, and what was seen of it.
struct GuardedLaunch {
  const Numbers& scalars;
  const Surveyed& seen;
  const Uses& uses;
  std::vector<bool> counts;   // by scalar: how many elements there are, as far as its name tells
  std::vector<bool> is_set;   // by scalar: it stays as it is
  std::vector<bool> is_long;  // by array: a user says how long it is
};

[[nodiscard]] std::optional<PastGuard> find_past_guard(const GuardedLaunch& launch,
                                                       const std::function<Surveyed(const Numbers&)>& run);

}  // namespace tilescope::reading
