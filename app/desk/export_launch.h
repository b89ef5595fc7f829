// Writes the shown launch to a file for other programs.
#pragma once

#include <filesystem>

#include "instrumentation/trace/trace.h"

namespace tilescope {

// The file's ending chooses the format: ".tsc" for a trace that can be opened again, ".csv" for all counts, others as
// in `formats`. Throws a UsageError for any other ending.
void export_launch(const Trace& trace, const std::filesystem::path& path);

}  // namespace tilescope
