// One mistake can cause many diagnostics. Those that only follow from another are dropped, so that each mistake is
// reported once, where it should be fixed.
#pragma once

#include <vector>

#include "instrumentation/language/parser/syntax.h"
#include "instrumentation/language/preprocessor/preprocessed.h"
#include "instrumentation/language/tokens/diagnostic.h"

namespace tilescope::language {

// Returns the diagnostics to report, in source order, as `all` is.
[[nodiscard]] std::vector<Diagnostic> without_followers(const Source& source, const Preprocessed& preprocessed,
                                                        const syntax::File& file, const std::vector<Diagnostic>& all);

}  // namespace tilescope::language
