// Parses the tokens of the preprocessor into a syntax tree. A mistake is reported at the place where a person would
// mend it, and the rest is read all the same.
#pragma once

#include <deque>
#include <functional>

#include "instrumentation/language/parser/known_names.h"
#include "instrumentation/language/parser/syntax.h"
#include "instrumentation/language/tokens/arena.h"
#include "instrumentation/language/tokens/diagnostic.h"

namespace tilescope::language {

struct Parsed {
  syntax::File file;
  std::deque<Diagnostics> put_aside;  // what Item::put_aside points to
};

// `tokens` may get a bracket that was missing. Functions of the host are passed over by their brackets.
[[nodiscard]] Parsed parse(const Source& source, std::vector<Token>& tokens, Arena& arena, Diagnostics& diagnostics);

// What a name of the text is, where that is known.
using KindOfName = std::function<NameKind(std::string_view)>;

// One value that these tokens of a function of the host are, if they are one; it may stand in braces.
[[nodiscard]] const syntax::Expression* parse_value(std::span<const Token> tokens, const KindOfName& kind,
                                                    Arena& arena);
// What one declaration declares, in a function or in a file; nothing if that cannot be read.
[[nodiscard]] std::vector<const syntax::Declaration*> parse_declaration(std::span<const Token> tokens, bool of_file,
                                                                        const KindOfName& kind, Arena& arena);

}  // namespace tilescope::language
