// The output of printf of a launch's threads, and an assertion that failed: line by line, each with its moment.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/replay/replay.h"

namespace tilescope {

struct SaidLine {
  std::optional<std::uint64_t> moment;  // from which on it has been printed; empty if unknown
  std::optional<std::uint32_t> step;    // in or after which it was printed; empty: before the first step
  std::uint64_t block = 0;
  std::uint32_t thread = 0, line = 0;  // of the text; 0: unknown, and then its thread is unknown too
  bool is_fault = false;
  std::string text;
};

// By moment; those without one last.
[[nodiscard]] std::vector<SaidLine> said_lines(const Replay& replay);
// How many of them have been printed at a moment.
[[nodiscard]] std::size_t said_until(const std::vector<SaidLine>& lines, std::uint64_t moment);

}  // namespace tilescope
