// Writes a kernel and everything it needs as source, from the tokens that the compiler sees: macros expanded,
// conditions evaluated, knobs set, host-only code left out. Lines keep their numbers where possible.
#pragma once

#include "instrumentation/language/parser/syntax.h"
#include "instrumentation/language/preprocessor/preprocessed.h"
#include "instrumentation/language/program.h"

namespace tilescope::language {

[[nodiscard]] PlainText plain_text(const Source& source, const Preprocessed& preprocessed, const syntax::File& file,
                                   const Kernel& kernel);

}  // namespace tilescope::language
