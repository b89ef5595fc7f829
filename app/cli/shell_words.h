// The command line as others want it: what bash completes, and a page of the manual. Both are made of what parses it.
#pragma once

#include <string>

#include "app/command_line/command_line.h"

namespace tilescope::cli {

// Functions for bash; /usr/share/bash-completion/completions is where it looks for them.
[[nodiscard]] std::string bash_completion(const Subcommand& program);

// In troff, for section 1.
[[nodiscard]] std::string manual_page(const Subcommand& program, const std::string& version);

}  // namespace tilescope::cli
