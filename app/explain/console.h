// What a launch's threads printed, and the message of a failed assertion: line by line, each with its moment.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/replay/replay.h"

namespace tilescope {

struct SaidLine {
  std::optional<std::uint64_t> moment;  // when the line is printed; empty if unknown
  std::optional<std::uint32_t> step;    // the step of the thread's last event before it; empty: before the first step
  std::uint64_t block = 0;
  std::uint32_t thread = 0, line = 0;  // the line of the source; 0 if line and thread are unknown
  bool is_fault = false;
  std::string text;
};

// Sorted by moment; lines without a moment come last.
[[nodiscard]] std::vector<SaidLine> said_lines(const Replay& replay);
// Returns how many of the lines have been printed at a moment.
[[nodiscard]] std::size_t said_until(const std::vector<SaidLine>& lines, std::uint64_t moment);

}  // namespace tilescope
