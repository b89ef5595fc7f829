// The words, numbers and marks of a source, with their locations.
#pragma once

#include <cstdint>
#include <string_view>

#include "instrumentation/language/tokens/diagnostic.h"

namespace tilescope::language {

enum class TokenKind : std::uint8_t {
  end,        // of the source
  word,       // a name or a keyword
  number,     // a preprocessing number, not yet evaluated
  character,  // with its quotes and prefix
  string,     // with its quotes and prefix; also a raw string
  mark,       // an operator or a bracket
  directive,  // the '#' that starts one; only between lexer and preprocessor
  pragma,     // what follows #pragma on its line, or the text of _Pragma("...")
  other,      // a byte that means nothing in C++; already reported
};

// Each '>' is a token of its own; see Token::joined.
enum class Mark : std::uint8_t {
  none,
#define TILESCOPE_MARK(name, text) name,
#include "instrumentation/language/tokens/marks.inc"
#undef TILESCOPE_MARK
};
[[nodiscard]] const char* text(Mark mark);
[[nodiscard]] Mark mark_of(std::string_view text);  // Mark::none if it is not a mark
// The kind of mistake if this mark is missing, and if it closes nothing.
[[nodiscard]] Mistake when_missing(Mark mark);
[[nodiscard]] Mistake when_stray(Mark mark);
// The precedence of a binary operator; 0 for other marks, and for ?, assignments and commas.
[[nodiscard]] int strength(Mark mark);
// True for = and compound assignments, except >>=, which is two tokens.
[[nodiscard]] bool assigns(Mark mark);

enum class Keyword : std::uint8_t {
  none,
#define TILESCOPE_KEYWORD(name, text) name,
#include "instrumentation/language/tokens/keywords.inc"
#undef TILESCOPE_KEYWORD
};
[[nodiscard]] const char* text(Keyword keyword);
[[nodiscard]] Keyword keyword_of(std::string_view word);

// The keyword or mark that a reserved word stands for: `and` is a mark.
struct Reserved {
  Keyword keyword = Keyword::none;
  Mark mark = Mark::none;
};
[[nodiscard]] Reserved reserved(std::string_view word);

struct Token {
  TokenKind kind = TokenKind::end;
  Mark mark = Mark::none;           // if it is a mark
  Keyword keyword = Keyword::none;  // if it is a keyword
  bool starts_line : 1 = false;     // only space and comments before it on its line
  bool after_space : 1 = false;
  bool joined : 1 = false;      // a '>' directly followed by '>' or '>=': they may be one operator
  bool painted : 1 = false;     // a macro's name that is not expanded
  std::uint32_t expansion = 0;  // the macro use that made it, in Preprocessed::expansions; 0 for none
  std::string_view text;        // without backslash-newlines
  Place place;

  [[nodiscard]] bool is(Mark m) const { return kind == TokenKind::mark && mark == m; }
  [[nodiscard]] bool is(Keyword k) const { return kind == TokenKind::word && keyword == k; }
  // True for a word that may be a name.
  [[nodiscard]] bool is_name() const { return kind == TokenKind::word && keyword == Keyword::none; }
};

}  // namespace tilescope::language
