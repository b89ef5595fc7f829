// One mistake shows in many places. What only follows from another is left out, so that each is told once and where it
// is to be mended.
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
