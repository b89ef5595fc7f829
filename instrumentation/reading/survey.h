// Runs a small launch of a kernel on arrays with room to spare, and sees what it touches: so a launch can be fitted to
// a kernel of which nothing is known.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "instrumentation/machine/run.h"
#include "instrumentation/reading/trial.h"

namespace tilescope::reading {

// Of an array, in numbers (of vectors and structures, their parts).
struct Touches {
  std::uint64_t extent = 0;                      // up to the last one that is touched
  std::uint64_t loaded = 0, stored = 0;          // how many of them are
  std::map<std::uint64_t, std::uint64_t> steps;  // from thread to thread, block to block and time to time: how often
};

struct Surveyed {
  bool finished = false;
  bool prints = false, stores = false;  // into global memory
  std::uint64_t strays = 0, events = 0;
  std::uint64_t unset = 0;  // cells of shared memory that are read in a block where nobody writes them
  std::vector<Touches> arrays;

  // It does something, and nothing that it must not.
  [[nodiscard]] bool is_clean() const;
  [[nodiscard]] std::uint64_t loaded() const;
};

using Filled = std::vector<std::vector<std::byte>>;  // by the machine's number
[[nodiscard]] Surveyed survey(const machine::Prepared& kernel, const Setting& setting,
                              const std::vector<double>& scalars, const Filled& arrays);
// Whether its first block comes to its end and touches nothing outside, which is soon known.
[[nodiscard]] bool works(const machine::Prepared& kernel, const Setting& setting, const std::vector<double>& scalars,
                         const Filled& arrays);

}  // namespace tilescope::reading
