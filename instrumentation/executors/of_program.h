// Makes a program's arguments from a launch, and a trace from the results of a run, alike for both executors.
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
// All but what its arrays hold.
[[nodiscard]] machine::Launch machine_shape(const RecordedKernel& kernel, const Launch& launch);

// What is given to an array that the text declares has to be of its size.
void require_declared_sides(const RecordedKernel& kernel, const Launch& launch);

[[nodiscard]] bool has_floats(const machine::Array& array);
// By the machine's number.
[[nodiscard]] ArrayInfo info_of(const RecordedKernel& kernel, const Launch& launch, std::size_t number_of_array);

// For blocks that ran side by side, with their indices in elements of the arrays.
[[nodiscard]] std::vector<BlockTrace> traces_of(std::vector<machine::BlockResult> blocks,
                                                const std::vector<Site>& sites, const std::vector<ArrayInfo>& arrays);

// All but the name of the executor.
[[nodiscard]] Trace::Parts parts_of(const RecordedKernel& kernel, const Launch& launch, machine::Ran ran);
[[nodiscard]] Trace trace_of(const RecordedKernel& kernel, const Launch& launch, machine::Ran ran, std::string executor,
                             Backend backend);

}  // namespace tilescope
