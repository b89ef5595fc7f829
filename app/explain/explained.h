// All that the analyses say about one trace, worked out once and away from the window's frames.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/replay/replay.h"
#include "instrumentation/analysis/hazards.h"
#include "instrumentation/analysis/reuse.h"
#include "instrumentation/analysis/warps.h"
#include "instrumentation/analysis/wrong_reads.h"

namespace tilescope {

// A view of the panel at the right that explains.
enum class Explanation : std::uint8_t { none, findings, warps, heat };

struct Explained {
  Hazards hazards;
  std::vector<WrongRead> wrong_reads;  // the first of them, where threads race
  std::vector<std::uint64_t> marks;    // the moments of the findings' examples, in order
  Warps warps;
  Reuse reuse;

  [[nodiscard]] std::size_t errors() const;
  // The first wrong read that went into this element of C.
  [[nodiscard]] const WrongRead* spoiler_of(std::uint32_t element) const;
};

// Nothing where `wanted` said no on the way; it is asked now and then.
[[nodiscard]] std::shared_ptr<const Explained> explain(const Replay& replay, const std::function<bool()>& wanted);

// When the step of an access is over, if it was recorded: that is where it can be seen.
[[nodiscard]] std::optional<std::uint64_t> moment_of(const Replay& replay, const Access& access);

}  // namespace tilescope
