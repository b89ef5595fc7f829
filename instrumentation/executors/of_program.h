// From a launch to what its program is given, and from what a run left to a trace: both executors do this alike.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/executors/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/trace/launch.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// What the kernel's numbers are in a launch, by machine::Code::scalars.
[[nodiscard]] std::vector<double> numbers_in(const RecordedKernel& kernel, const Launch& launch);
[[nodiscard]] machine::Launch machine_launch(const RecordedKernel& kernel, const Launch& launch);
// All but what its arrays hold.
[[nodiscard]] machine::Launch machine_shape(const RecordedKernel& kernel, const Launch& launch);

// A matrix whose sides the kernel's text fixes has to be of that size.
void require_declared_sides(const RecordedKernel& kernel, const Launch& launch);

[[nodiscard]] bool has_floats(const machine::Array& array);
// What a matrix of the launch is in memory, by the machine's number of its array; zeros for any other parameter.
[[nodiscard]] std::vector<std::byte> matrix_bytes(const RecordedKernel& kernel, const Launch& launch,
                                                  std::size_t array);
// By the machine's number.
[[nodiscard]] ArrayInfo info_of(const RecordedKernel& kernel, const Launch& launch, std::size_t number_of_array);

// All but who recorded it.
[[nodiscard]] Trace::Parts parts_of(const RecordedKernel& kernel, const Launch& launch, machine::Ran ran);
[[nodiscard]] Trace trace_of(const RecordedKernel& kernel, const Launch& launch, machine::Ran ran, std::string executor,
                             Backend backend);

}  // namespace tilescope
