// Finds the loops among a kernel's instructions, and their number of rounds if it is known.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::device_text {

struct Loop {
  std::uint32_t first = 0, last = 0;  // its head, and the last jump back to it
  // For a loop with one exit, whose counter goes up to a bound that the loop does not change:
  bool counted = false;
  machine::Slot counter{}, bound{};
  Number number = Number::i32;
  std::uint64_t step = 0;
  bool with_bound = false;                // <=
  std::optional<std::uint64_t> rounds{};  // if known
  bool unrolled = false;
  std::uint32_t at_once = 1;  // rounds written out in sequence, if the number of rounds is unknown
};

// Nested and disjoint loops, outer ones first. Excludes other loops, which only a goto can make.
[[nodiscard]] std::vector<Loop> loops_of(const machine::Code& code);

}  // namespace tilescope::device_text
