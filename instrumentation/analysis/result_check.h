// The result of a launch, compared with what the launch is known to compute.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "instrumentation/trace/site.h"

namespace tilescope {

struct ResultCheck {
  std::uint8_t array = no_array;     // that holds the result
  std::uint64_t elements = 0;        // of it, that were compared
  std::vector<std::uint32_t> wrong;  // those that are not as they should be, by their places in the array
  std::vector<double> expected;      // what each of them should be
  // For the other arrays that a launch left, where it is known of several; if any is wrong, the first one is.
  std::vector<ResultCheck> others;

  // Of that array; null if it was not compared.
  [[nodiscard]] const ResultCheck* of(std::size_t which) const {
    if (which == array) return this;
    for (const ResultCheck& other : others)
      if (which == other.array) return &other;
    return nullptr;
  }
  // The arrays that were compared, and of all of them how many elements are wrong.
  [[nodiscard]] std::vector<std::uint8_t> arrays() const {
    std::vector<std::uint8_t> all{array};
    for (const ResultCheck& other : others) all.push_back(other.array);
    std::sort(all.begin(), all.end());
    return all;
  }
  [[nodiscard]] std::uint64_t all_wrong() const {
    std::uint64_t sum = wrong.size();
    for (const ResultCheck& other : others) sum += other.wrong.size();
    return sum;
  }
};

}  // namespace tilescope
