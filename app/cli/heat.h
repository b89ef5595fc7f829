// The loads and stores of each element of an array, as text, CSV or JSON.
#pragma once

#include <string>
#include <vector>

#include "instrumentation/trace/trace.h"

namespace tilescope::cli {

enum class HeatForm { text, csv, json };

// The counts for the array `name` in one launch or in two, with the loads that the first launch saves. Throws a
// UsageError if the first launch has no such array.
[[nodiscard]] std::string heat_of(const std::vector<const Trace*>& traces, const std::string& name, HeatForm form);

}  // namespace tilescope::cli
