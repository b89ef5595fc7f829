// Measures how long work takes, and prints the times of several runs.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "app/export/json.h"
#include "app/measured/spread.h"

namespace tilescope::cli {

template <class Work>
double seconds(Work&& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// The ratio in each run; runs without both times are left out.
inline std::vector<double> ratios(const std::vector<double>& above, const std::vector<double>& below) {
  std::vector<double> all;
  for (std::size_t n = 0; n < std::min(above.size(), below.size()); ++n) all.push_back(above[n] / below[n]);
  return all;
}

// "0.95 (0.9 to 1.02)", with this many digits after the point.
inline std::string told(const Spread& s, int digits) {
  return fmt::format("{:.{}f} ({:.{}f} to {:.{}f})", s.middle, digits, s.low, digits, s.high, digits);
}

inline Json list(const Spread& s) { return {{"min", s.low}, {"median", s.middle}, {"max", s.high}}; }

}  // namespace tilescope::cli
