// Finds what a kernel does wrong, from a trace of any schedule: one finding for each cause.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "instrumentation/analysis/finding.h"
#include "instrumentation/analysis/result_check.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

struct Hazards {
  std::vector<Finding> findings;      // by hazard, array and lines
  std::size_t blocks = 0;             // that the launch has
  std::size_t looked_at = 0;          // whose events are all there to be looked at
  std::optional<ResultCheck> result;  // nothing: unknown, not finished, or too large to be compared

  [[nodiscard]] bool errors() const;
  // A schedule may happen to give the right result all the same.
  [[nodiscard]] bool is_right() const { return result && result->wrong.empty(); }
};

// Warps are not taken to run in lockstep: only barriers put the accesses of two threads in an order. All findings but
// wrong_result are the same for every schedule, if no index and no branch of the kernel depends on what arrays hold.
// Blocks that were only counted, or lost events, are left out but for how often they went out of bounds. After a fault,
// so are the blocks after it; and of a failed assert's block, what lies after the last barrier that all passed. That a
// limit was reached is not a finding. The caller provides what is known of its result.
[[nodiscard]] Hazards hazards(const Trace& trace, std::optional<ResultCheck> result = {});

// What is known of a launch beside a trace of a few of its blocks.
struct KnownBlocks {
  // By block: how many did in shared memory just what this one did, itself among them, so that it is looked at for all
  // of them; 0: another one is looked at for it, or nothing can be wrong there.
  std::vector<std::uint64_t> stands_for;
  std::size_t looked_at = 0;
  std::optional<ResultCheck> result;
};
// The same findings as of a trace with the events of all blocks that were looked at.
[[nodiscard]] Hazards hazards(const Trace& trace, KnownBlocks known);

// With what is known besides of a launch whose blocks were looked at while it ran: its fault, its masks, its result.
// The trace need not have those blocks any more.
[[nodiscard]] Hazards hazards_with(std::vector<Finding> of_events, const Trace& trace, std::size_t looked_at,
                                   std::optional<ResultCheck> result);

}  // namespace tilescope
