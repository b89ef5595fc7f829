// Finds where a brace is missing, or one is too many, by how the lines are indented.
#pragma once

#include <vector>

#include "instrumentation/language/tokens/arena.h"
#include "instrumentation/language/tokens/token.h"

namespace tilescope::language {

// Tells what is wrong with the braces of a text, and gives them those that are missing: afterwards they pair up.
void mend_braces(const Source& source, std::vector<Token>& tokens, Arena& arena, Diagnostics& diagnostics);

}  // namespace tilescope::language
