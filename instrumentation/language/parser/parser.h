// Parses the tokens of the preprocessor into a syntax tree. A mistake is reported where a person would fix it, and
// parsing continues.
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

// Missing brackets may be added to `tokens`. Host functions are skipped by their brackets.
[[nodiscard]] Parsed parse(const Source& source, std::vector<Token>& tokens, Arena& arena, Diagnostics& diagnostics);

// The kind of a name in the source, if it is known.
using KindOfName = std::function<NameKind(std::string_view)>;

// Parses tokens of a host function as one value, which may be in braces; null if they are not a value.
[[nodiscard]] const syntax::Expression* parse_value(std::span<const Token> tokens, const KindOfName& kind,
                                                    Arena& arena);
// Parses one declaration, in a function or in a file; empty if it cannot be parsed.
[[nodiscard]] std::vector<const syntax::Declaration*> parse_declaration(std::span<const Token> tokens, bool of_file,
                                                                        const KindOfName& kind, Arena& arena);

}  // namespace tilescope::language
