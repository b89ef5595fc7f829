// The common part of programs with commands: turns words into an action, an exit code, and a one-line error message.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/command_line/command_line.h"

namespace tilescope::cli {

// The program's exit code; thrown by a command that has already printed its message.
struct Exit {
  int code = 0;
};

// 0 for success, 1 for failure, 2 for a usage or environment error, or the code of an Exit.
[[nodiscard]] int exit_code_of(const std::function<void()>& work);

// Runs the command in `words`, or describes the commands to another program.
void run_command(Subcommand& program, const std::vector<std::string>& words);

}  // namespace tilescope::cli
