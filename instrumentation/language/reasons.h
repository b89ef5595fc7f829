// Where something is not understood, what uses it is not understood either: of such, a few are told.
#pragma once

#include <vector>

#include "instrumentation/language/followers.h"

namespace tilescope::language {

// What is left of `all`, which is in the text's order.
[[nodiscard]] std::vector<Diagnostic> without_crowds(const Source& source, const Preprocessed& preprocessed,
                                                     const syntax::File& file, const Told& told,
                                                     const std::vector<Diagnostic>& all);

// The first name that a sentence has in quotes.
[[nodiscard]] std::string_view name_in(std::string_view sentence);
[[nodiscard]] bool is_letter(char c);

}  // namespace tilescope::language
