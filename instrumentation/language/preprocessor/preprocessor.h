// From the tokens of a text to those that the compiler sees: directives done, macros replaced, conditions chosen.
#pragma once

#include <map>
#include <string>

#include "instrumentation/language/preprocessor/preprocessed.h"
#include "instrumentation/language/tokens/arena.h"
#include "instrumentation/language/tokens/diagnostic.h"

namespace tilescope::language {

using Given = std::map<std::string, std::string, std::less<>>;

// `given` replaces what the text defines: NAME's body becomes that value, wherever the text defines NAME (not where it
// never does). `defined` is defined before the text begins.
[[nodiscard]] Preprocessed preprocess(const Source& source, const Given& given, Arena& arena, Diagnostics& diagnostics,
                                      const Given& defined = {});

}  // namespace tilescope::language
