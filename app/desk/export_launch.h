// Writes the shown launch to a file for other programs.
#pragma once

#include <filesystem>

#include "instrumentation/trace/trace.h"

namespace tilescope {

// The ending chooses the format: ".tsc" for a trace that opens again, ".csv" for all counts, others as in `formats`.
// Throws a UsageError for another ending.
void export_launch(const Trace& trace, const std::filesystem::path& path);

}  // namespace tilescope
