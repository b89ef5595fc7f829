// The launch that is shown, as a file for other programs.
#pragma once

#include <filesystem>

#include "instrumentation/trace/trace.h"

namespace tilescope {

// By its ending: ".tsc" is what opens again, ".csv" all counts, and others as `formats` have them. A UsageError where
// the ending is of none.
void export_launch(const Trace& trace, const std::filesystem::path& path);

}  // namespace tilescope
