// The options that say what is launched, the same for every subcommand that launches something.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "instrumentation/executors/executor.h"
#include "kernels/catalogue.h"

namespace tilescope::cli {

struct LaunchOptions {
  Request request;
  std::string backend = "auto";

  void add_to(CLI::App& command);
};

// Runs a request on the backend that was asked for. Shows progress on a terminal when it takes longer than a second.
// Throws where the kernel comes to no end, or the trace could not hold all its events.
[[nodiscard]] Trace record(const LaunchOptions& options, const Request& request);

// "0,0", "0,0;1,2" or "0-3,1-2", rows (y) first.
[[nodiscard]] std::vector<BlockRange> parse_blocks(const std::string& text);

[[nodiscard]] std::string_view name_of(Schedule::Kind kind);
[[nodiscard]] std::string_view name_of(Record record);
[[nodiscard]] std::string_view name_of(OutOfBounds out_of_bounds);

}  // namespace tilescope::cli
