// Parses the typed words into a command and its options' values.
#pragma once

#include <string>
#include <vector>

#include "app/command_line/command_line.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

// Unknown words, or words that exclude each other.
class ParseError : public UsageError {
 public:
  using UsageError::UsageError;
};

// Gives the options after a command their values. Returns the named subcommand, or else the command itself; null if
// help or the version was requested and printed. Throws a ParseError, or a UsageError for an invalid value.
[[nodiscard]] const Subcommand* parse(Subcommand& command, const std::string& version,
                                      const std::vector<std::string>& words);

}  // namespace tilescope::cli
