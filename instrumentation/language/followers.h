// One mistake shows in many places. What only follows from another is left out, so that each is told once and where it
// is to be mended.
#pragma once

#include <vector>

#include "instrumentation/language/parser/syntax.h"
#include "instrumentation/language/preprocessor/preprocessor.h"
#include "instrumentation/language/tokens/diagnostic.h"

namespace tilescope::language {

// What was told of words alone, that and what was told before anything was looked up, and all.
struct Told {
  std::vector<Diagnostic> of_words, of_parser, all;
};
[[nodiscard]] std::vector<Diagnostic> without_followers(const Source& source, const Preprocessed& preprocessed,
                                                        const syntax::File& file, const Told& told);

}  // namespace tilescope::language
