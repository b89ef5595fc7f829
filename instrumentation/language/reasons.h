// Where something is not understood, what uses it is not understood either: of such, a few are told.
#pragma once

#include <vector>

#include "instrumentation/language/parser/syntax.h"
#include "instrumentation/language/preprocessor/preprocessed.h"
#include "instrumentation/language/tokens/diagnostic.h"

namespace tilescope::language {

// What is left of `all`, which is in the text's order.
[[nodiscard]] std::vector<Diagnostic> without_crowds(const Source& source, const Preprocessed& preprocessed,
                                                     const syntax::File& file, const std::vector<Diagnostic>& all);

}  // namespace tilescope::language
