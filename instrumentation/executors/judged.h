// Finds a launch's errors from its trace and from further runs.
#pragma once

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// Includes the check of its result.
[[nodiscard]] Hazards judged(const Trace& trace);

// Reading uninitialized shared cells is an error if their contents affect the launch's results. The launch runs again
// on the host with other initial values: if its results are the same, the finding is only a note.
void look_at_unset_reads(Hazards& found, const Trace& trace);

}  // namespace tilescope
