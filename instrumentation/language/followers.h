// One mistake shows in many places. Diagnostics that only follow from another are left out, so that each mistake is
// reported once and where it is to be mended.
#pragma once

#include <vector>

#include "instrumentation/language/parser/syntax.h"
#include "instrumentation/language/preprocessor/preprocessed.h"
#include "instrumentation/language/tokens/diagnostic.h"

namespace tilescope::language {

// What is left of `all`, which is in the text's order, as what is returned is.
[[nodiscard]] std::vector<Diagnostic> without_followers(const Source& source, const Preprocessed& preprocessed,
                                                        const syntax::File& file, const std::vector<Diagnostic>& all);

}  // namespace tilescope::language
