// Descriptions of the command line: bash completion and a manual page. Both are generated from the parser's data.
#pragma once

#include <string>

#include "app/command_line/command_line.h"

namespace tilescope::cli {

// Functions for bash, which looks for them in /usr/share/bash-completion/completions.
[[nodiscard]] std::string bash_completion(const Subcommand& program);

// In troff, for section 1.
[[nodiscard]] std::string manual_page(const Subcommand& program, const std::string& version);

}  // namespace tilescope::cli
