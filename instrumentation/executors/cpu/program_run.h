// Records a program's kernel on the CPU: the machine runs it.
#pragma once

#include "instrumentation/executors/executor.h"
#include "instrumentation/executors/program_kernel.h"

namespace tilescope::cpu {

[[nodiscard]] Trace record_program(const ProgramKernel& kernel, const Launch& launch, const RecordOptions& options,
                                   std::shared_ptr<EventPool> pool);

}  // namespace tilescope::cpu
