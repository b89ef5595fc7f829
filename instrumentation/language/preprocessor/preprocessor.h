// Makes the tokens that a compiler sees: directives done, macros expanded, conditions evaluated.
#pragma once

#include <map>
#include <string>

#include "instrumentation/language/preprocessor/preprocessed.h"
#include "instrumentation/language/tokens/arena.h"
#include "instrumentation/language/tokens/diagnostic.h"

namespace tilescope::language {

using Definitions = std::map<std::string, std::string, std::less<>>;

// `given` replaces what the text defines: NAME's body becomes that value, wherever the text defines NAME (not where it
// never does). `defined` is defined before the text begins.
[[nodiscard]] Preprocessed preprocess(const Source& source, const Definitions& given, Arena& arena,
                                      Diagnostics& diagnostics, const Definitions& defined = {});

}  // namespace tilescope::language
