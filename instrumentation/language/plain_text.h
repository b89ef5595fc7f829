// A kernel and what it needs, written out again from the words that the compiler sees: macros are replaced, conditions
// chosen, knobs turned, and what only the host has a use for is left out. Lines stay where they are as far as they can.
#pragma once

#include "instrumentation/language/parser/syntax.h"
#include "instrumentation/language/preprocessor/preprocessed.h"
#include "instrumentation/language/program.h"

namespace tilescope::language {

[[nodiscard]] PlainText plain_text(const Source& source, const Preprocessed& preprocessed, const syntax::File& file,
                                   const Kernel& kernel);

}  // namespace tilescope::language
