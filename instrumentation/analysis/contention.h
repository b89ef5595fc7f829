// Counts contention at atomics: lanes of a warp that want one cell at once wait for each other, and so have all threads
// of the launch that want the same one. Counted in lockstep, as warps are; only recorded blocks can be counted. Each
// block has shared cells of its own, which no other block accesses.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/trace/operands.h"
#include "instrumentation/trace/order.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// A cell that atomics came to.
struct WantedCell {
  std::uint32_t index = 0;
  std::uint32_t threads = 0;  // different ones of the launch
  std::uint64_t times = 0;
  std::size_t block = 0;  // whose it is, of shared memory

  bool operator==(const WantedCell&) const = default;
};

// All that was done by one atomic of the kernel's text. Those beyond their array are not performed, and in no number.
struct AtomicSite {
  std::uint32_t line = 0, column = 0;
  std::uint8_t array = 0;
  AtomicKind kind = AtomicKind::add;
  std::uint64_t requests = 0;     // of warps, in which at least one lane takes part
  std::uint64_t lanes = 0;        // that took part in them: so many atomics in all
  std::uint64_t rounds = 0;       // a request takes as many as lanes want its most wanted cell
  std::uint32_t worst = 0;        // lanes at one cell in one request
  std::vector<WantedCell> cells;  // that were wanted at all; most wanted first

  [[nodiscard]] double average_lanes() const {
    return requests == 0 ? 0 : static_cast<double>(lanes) / static_cast<double>(requests);
  }
  [[nodiscard]] double average_rounds() const {
    return requests == 0 ? 0 : static_cast<double>(rounds) / static_cast<double>(requests);
  }
  [[nodiscard]] double average_threads() const;        // that wanted a cell
  [[nodiscard]] std::uint64_t most_at_a_cell() const;  // how often a cell was come to
};
// By line; in a line as the text has them.
[[nodiscard]] std::vector<AtomicSite> contention(const Trace& trace, const Order& order);

// "atomicAdd".
[[nodiscard]] const char* function_name(AtomicKind kind);

}  // namespace tilescope
