// What programs with commands do alike: from words to an action, to an exit code, and to the line that says what
// failed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/command_line/command_line.h"

namespace tilescope::cli {

// Thrown by a command that has said it all itself: the program's exit code.
struct Exit {
  int code = 0;
};

// 0 done, 1 failed, 2 usage or environment, or what an Exit says.
[[nodiscard]] int exit_code_of(const std::function<void()>& work);

// Does what the words ask for, or tells another program what could be asked for.
void run_command(Subcommand& program, const std::vector<std::string>& words);

}  // namespace tilescope::cli
