// An error often causes errors in the code that uses the same names: only a few of them are reported.
#pragma once

#include <vector>

#include "instrumentation/language/parser/syntax.h"
#include "instrumentation/language/preprocessor/preprocessed.h"
#include "instrumentation/language/tokens/diagnostic.h"

namespace tilescope::language {

// Returns the diagnostics to report. `all` is in source order.
[[nodiscard]] std::vector<Diagnostic> without_crowds(const Source& source, const Preprocessed& preprocessed,
                                                     const syntax::File& file, const std::vector<Diagnostic>& all);

}  // namespace tilescope::language
