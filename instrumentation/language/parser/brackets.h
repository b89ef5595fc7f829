// Finds a missing or extra brace from the indentation of the lines.
#pragma once

#include <vector>

#include "instrumentation/language/tokens/token.h"

namespace tilescope::language {

// Reports wrong braces and inserts missing ones: afterwards all braces match.
void mend_braces(const Source& source, std::vector<Token>& tokens, Diagnostics& diagnostics);

}  // namespace tilescope::language
