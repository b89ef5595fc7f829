// The common part of programs with commands: from words to an action, an exit code, and a one-line error
// message.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/command_line/command_line.h"

namespace tilescope::cli {

// Thrown by a command that has already printed its message: the program's exit code.
struct Exit {
  int code = 0;
};

// 0 done, 1 failed, 2 usage or environment, or the code of an Exit.
[[nodiscard]] int exit_code_of(const std::function<void()>& work);

// Carries out the words, or describes the commands to another program.
void run_command(Subcommand& program, const std::vector<std::string>& words);

}  // namespace tilescope::cli
