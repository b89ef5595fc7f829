// Runs a small launch of a kernel on oversized arrays, and records what it touches: so a launch can be fitted to a
// kernel of which nothing is known.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "instrumentation/machine/run.h"
#include "instrumentation/reading/trial.h"

namespace tilescope::reading {

// For an array, in numbers (of vectors and structures, their parts).
struct Touches {
  std::uint64_t extent = 0;                      // up to the last one that is touched
  std::uint64_t wanted = 0;                      // up to the last one after its end that a caller asks for
  std::uint64_t loaded = 0, stored = 0;          // how many of them are
  std::map<std::uint64_t, std::uint64_t> steps;  // from thread to thread, block to block and time to time: how often
};

struct Surveyed {
  bool finished = false;
  bool is_whole = true;  // else only the blocks at the grid's edges were looked at
  bool is_cut = false;   // it takes more work than a survey may
  std::uint64_t work = 0;
  bool prints = false, stores = false;  // into global memory
  std::uint64_t strays = 0, events = 0;
  std::uint64_t conflicts = 0;    // uses of elements that another thread changes, with no barrier between
  std::uint64_t busy_blocks = 0;  // that use global memory
  std::uint64_t unset = 0;        // cells of shared memory that are read in a block that never writes them
  std::vector<Touches> arrays;

  // It does something, and nothing that it must not.
  [[nodiscard]] bool is_clean() const;
  [[nodiscard]] std::uint64_t loaded() const;
  [[nodiscard]] std::uint64_t stored() const;
};

using Filled = std::vector<std::vector<std::byte>>;  // by the machine's number
using Numbers = std::vector<ExactNumber>;            // by machine::Code::scalars
// The most blocks that may be looked at, the first and last few of them in each way.
inline constexpr std::int64_t most_blocks = std::int64_t{1} << 20;

// Several of them share one pool for their events, because fresh memory is slow.
[[nodiscard]] Surveyed survey(const machine::Prepared& kernel, const Setting& setting, const Numbers& scalars,
                              const Filled& arrays, const std::shared_ptr<EventPool>& pool);

// How a launch went of which no events are kept.
struct Attempt {
  bool finished = false;
  bool is_cut = false;  // it takes more work than a trial may
  std::uint64_t work = 0;
  std::vector<std::uint64_t> strays;  // by array, and of no array

  [[nodiscard]] bool is_clean() const;
};
// Its first block, which is soon known.
[[nodiscard]] Attempt try_first(const machine::Prepared& kernel, const Setting& setting, const Numbers& scalars,
                                const Filled& arrays);
[[nodiscard]] Attempt try_all(const machine::Prepared& kernel, const Setting& setting, const Numbers& scalars,
                              const Filled& arrays);

}  // namespace tilescope::reading
