// From what was typed to options that have their values, and to what is to be done.
#pragma once

#include <string>
#include <vector>

#include "app/command_line/command_line.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

// The words are none of the command's, or do not go together.
class ParseError : public UsageError {
 public:
  using UsageError::UsageError;
};

// Gives the options that were named behind a command their values. Returns the subcommand that was named, or the
// command itself; null where the answer was help or the version, which is then on stdout. Throws a ParseError, or a
// UsageError of an option that cannot have this value.
[[nodiscard]] const Subcommand* parse(Subcommand& command, const std::string& version,
                                      const std::vector<std::string>& words);

}  // namespace tilescope::cli
