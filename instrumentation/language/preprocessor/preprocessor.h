// Makes the tokens that a compiler sees: runs directives, expands macros, evaluates conditions.
#pragma once

#include <map>
#include <string>

#include "instrumentation/language/preprocessor/preprocessed.h"
#include "instrumentation/language/tokens/arena.h"
#include "instrumentation/language/tokens/diagnostic.h"

namespace tilescope::language {

using Definitions = std::map<std::string, std::string, std::less<>>;

// `given` overrides macros: wherever the source defines NAME, its body becomes that value. A name that the source never
// defines is ignored. `defined` holds macros that are defined before the source begins.
[[nodiscard]] Preprocessed preprocess(const Source& source, const Definitions& given, Arena& arena,
                                      Diagnostics& diagnostics, const Definitions& defined = {});

}  // namespace tilescope::language
