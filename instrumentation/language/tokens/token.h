// The words, numbers and marks of a text, with their places.
#pragma once

#include <cstdint>
#include <string_view>

#include "instrumentation/language/tokens/diagnostic.h"

namespace tilescope::language {

enum class TokenKind : std::uint8_t {
  end,        // of the text
  word,       // a name or a keyword
  number,     // a preprocessing number, not yet looked into
  character,  // with its quotes and prefix
  string,     // likewise; a raw string, too
  mark,       // an operator or a bracket
  directive,  // the '#' that starts one; only between the lexer and the preprocessor
  pragma,     // what follows #pragma on its line, or stands in _Pragma("..."), as text
  other,      // a byte that C++ has no use for; told of already
};

// Each '>' is a token of its own; see Token::joined.
enum class Mark : std::uint8_t {
  none,
#define TILESCOPE_MARK(name, text) name,
#include "instrumentation/language/tokens/marks.inc"
#undef TILESCOPE_MARK
};
[[nodiscard]] const char* text(Mark mark);
[[nodiscard]] Mark mark_of(std::string_view text);  // none of what is not a mark
// Which mistake it is where this one is missing, and where it closes nothing.
[[nodiscard]] Mistake when_missing(Mark mark);
[[nodiscard]] Mistake when_stray(Mark mark);
// How strongly an operator of two operands binds; 0 of what is none, and of ?, assignments and commas.
[[nodiscard]] int strength(Mark mark);
// = and its relatives, but for >>=, which is two tokens.
[[nodiscard]] bool assigns(Mark mark);

enum class Keyword : std::uint8_t {
  none,
#define TILESCOPE_KEYWORD(name, text) name,
#include "instrumentation/language/tokens/keywords.inc"
#undef TILESCOPE_KEYWORD
};
[[nodiscard]] const char* text(Keyword keyword);
[[nodiscard]] Keyword keyword_of(std::string_view word);

// What a word stands for that cannot be a name: `and` is a mark.
struct Reserved {
  Keyword keyword = Keyword::none;
  Mark mark = Mark::none;
};
[[nodiscard]] Reserved reserved(std::string_view word);

struct Token {
  TokenKind kind = TokenKind::end;
  Mark mark = Mark::none;           // of a mark
  Keyword keyword = Keyword::none;  // of a word that is one
  bool starts_line : 1 = false;     // nothing but space and comments before it on its line
  bool after_space : 1 = false;
  bool joined : 1 = false;      // a '>' that the next '>' or '>=' follows at once: they may be one operator
  bool painted : 1 = false;     // a macro's name that stays as it is
  std::uint32_t expansion = 0;  // which use of a macro it came out of, in Preprocessed::expansions; 0 for none
  std::string_view text;        // with backslash-newlines taken out
  Place place;

  [[nodiscard]] bool is(Mark m) const { return kind == TokenKind::mark && mark == m; }
  [[nodiscard]] bool is(Keyword k) const { return kind == TokenKind::word && keyword == k; }
  // A word that may name something.
  [[nodiscard]] bool is_name() const { return kind == TokenKind::word && keyword == Keyword::none; }
};

}  // namespace tilescope::language
