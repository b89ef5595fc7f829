// Finds the loops among a kernel's instructions, and what is known of their number of rounds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::device_text {

struct Loop {
  std::uint32_t first = 0, last = 0;  // its head, and the last jump back to it
  // For one whose counter goes up to a bound that it does not change, and which is left nowhere else:
  bool counted = false;
  machine::Slot counter{}, bound{};
  Number number = Number::i32;
  std::uint64_t step = 0;
  bool with_bound = false;                // <=
  std::optional<std::uint64_t> rounds{};  // where that is known
  bool unrolled = false;
  std::uint32_t at_once = 1;  // rounds that stand after each other, where how many there are is not known
};

// Those that lie within or beside each other, outer ones first. Not the others, which only a goto makes.
[[nodiscard]] std::vector<Loop> loops_of(const machine::Code& code);

}  // namespace tilescope::device_text
