// Times a plain kernel in a process of its own. Unlike a recorded one it reads and writes whatever it likes for as long
// as it likes, and after an access that a GPU refuses its process cannot use the GPU any more: this one still can.
#pragma once

#include <filesystem>
#include <functional>
#include <istream>
#include <string>

#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// Which program that process runs: one that does as below where timing_command is all that it is given.
inline constexpr const char* timing_command = "time-plain-kernel";
void use_for_timing(std::filesystem::path program);

// Seconds of the plain kernel alone, the median of a few runs. An Error says in one line why there are none; `goes_on`
// may have it ended.
[[nodiscard]] double plain_seconds_apart(const RecordedKernel& kernel, const Launch& launch,
                                         const std::function<bool()>& goes_on);

// What that process does: reads a task, runs it, and answers with the seconds, or says why there are none.
[[nodiscard]] std::string answer_timing(std::istream& task);

}  // namespace tilescope
