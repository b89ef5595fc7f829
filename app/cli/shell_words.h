// Descriptions of the command line, generated from the parser's data: bash completion and a manual page.
#pragma once

#include <string>

#include "app/command_line/command_line.h"

namespace tilescope::cli {

// Functions for bash, which looks for them in /usr/share/bash-completion/completions.
[[nodiscard]] std::string bash_completion(const Subcommand& program);

// A page in troff, for section 1.
[[nodiscard]] std::string manual_page(const Subcommand& program, const std::string& version);

}  // namespace tilescope::cli
