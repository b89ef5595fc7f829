// Times a plain kernel in a separate process. Unlike a recorded kernel, it may access any address and run forever, and
// after an illegal access its process can no longer use the GPU, while this one can.
#pragma once

#include <filesystem>
#include <functional>
#include <istream>
#include <string>

#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// The program for that process: given only timing_command, it must behave as described below.
inline constexpr const char* timing_command = "time-plain-kernel";
void use_for_timing(std::filesystem::path program);

// Seconds of the plain kernel alone, the median of several runs. Throws an Error with a one-line reason if there are
// none; `goes_on` may stop it.
[[nodiscard]] double plain_seconds_apart(const RecordedKernel& kernel, const Launch& launch,
                                         const std::function<bool()>& goes_on);

// The work of that process: reads a task, runs it, and answers with the seconds, or with the reason for having none.
[[nodiscard]] std::string answer_timing(std::istream& task);

}  // namespace tilescope
