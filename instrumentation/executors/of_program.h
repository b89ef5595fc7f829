// Converts a launch to a program's arguments, and the results of a run to a trace, in the same way for both executors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/trace/launch.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

[[nodiscard]] machine::Launch machine_launch(const RecordedKernel& kernel, const Launch& launch);
// Without the contents of its arrays.
[[nodiscard]] machine::Launch machine_shape(const RecordedKernel& kernel, const Launch& launch);

// Throws if the input of an array that the source declares does not have its declared size.
void require_declared_sides(const RecordedKernel& kernel, const Launch& launch);

[[nodiscard]] bool has_floats(const machine::Array& array);
// By the machine's number.
[[nodiscard]] ArrayInfo info_of(const RecordedKernel& kernel, const Launch& launch, std::size_t number_of_array);

// For blocks that ran side by side; converts indices to elements of the arrays.
[[nodiscard]] std::vector<BlockTrace> traces_of(std::vector<machine::BlockResult> blocks,
                                                const std::vector<Site>& sites, const std::vector<ArrayInfo>& arrays);

// All parts except the name of the executor.
[[nodiscard]] Trace::Parts parts_of(const RecordedKernel& kernel, const Launch& launch, machine::Ran ran);
[[nodiscard]] Trace trace_of(const RecordedKernel& kernel, const Launch& launch, machine::Ran ran, std::string executor,
                             Backend backend);

}  // namespace tilescope
