// How often each element of an array is loaded and stored, as text, CSV or JSON.
#pragma once

#include <string>
#include <vector>

#include "instrumentation/trace/trace.h"

namespace tilescope::cli {

enum class HeatForm { text, csv, json };

// Of the array `name`, of one launch, or of two of which the second one's loads are what the first one saves from.
// Throws a UsageError where the first has no such array.
[[nodiscard]] std::string heat_of(const std::vector<const Trace*>& traces, const std::string& name, HeatForm form);

}  // namespace tilescope::cli
