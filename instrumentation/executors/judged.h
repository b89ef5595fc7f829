// Finds what a launch does wrong, as far as its trace and another run tell.
#pragma once

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// Its result included.
[[nodiscard]] Hazards judged(const Trace& trace);

// Shared cells that are read but were never set are an error if their chance contents make a difference to what the
// launch leaves. The launch runs again here with other values in them: if it leaves the same, they are but a note.
void look_at_unset_reads(Hazards& found, const Trace& trace);

}  // namespace tilescope
