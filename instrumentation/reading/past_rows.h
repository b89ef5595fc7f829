// Finds accesses to shared memory that run past the end of their row into another row: no array is left, so nothing
// else tells of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/trace/trace.h"

namespace tilescope::reading {

// The first one of a line, by block and thread.
struct PastRow {
  std::string written;  // "tile[ty][tx + 1]"
  std::uint8_t array = 0;
  std::uint32_t line = 0;
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::int64_t row = 0, column = 0;  // that were asked for; of several dimensions, rows are counted through
  std::uint32_t cell = 0;            // that it came to

  bool operator==(const PastRow&) const = default;
};

// One for each line and array. Known are the rows that hang on nothing but a thread's place, its block's and constants:
// of `tile[ty][k]`, but not of `tile[k][tx]`. One that is always 0, as in `tile[0][k]`, may go through all rows on
// purpose. Looks at a few million events at most.
[[nodiscard]] std::vector<PastRow> past_rows(const Trace& trace);

}  // namespace tilescope::reading
