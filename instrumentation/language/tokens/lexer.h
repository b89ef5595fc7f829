// Splits a source into tokens, one line at a time: only the lines before a line decide whether its odd characters
// matter.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/tokens/arena.h"
#include "instrumentation/language/tokens/diagnostic.h"
#include "instrumentation/language/tokens/token.h"

namespace tilescope::language {

class Lexer {
 public:
  // Starts at byte `begin`.
  Lexer(std::string_view text, Arena& arena, Diagnostics& diagnostics, std::size_t begin = 0);

  // Appends the tokens of the next line; false if there is none. Comments and backslashes may make it span several
  // lines. In a skipped line (`tell` is false), odd bytes and quotes without an end are not reported.
  bool next_line(std::vector<Token>& tokens, bool tell);

 private:
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] bool at_line_end() const { return at_end() || text_[at_] == '\n' || text_[at_] == '\r'; }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }
  [[nodiscard]] char peek(unsigned ahead) const;
  [[nodiscard]] std::size_t splice_bytes(std::size_t at) const;
  void step();
  void skip_splices();
  void skip_line_end();
  bool skip_space();
  void skip_line_comment();
  void skip_block_comment();

  [[nodiscard]] Place since(std::size_t begin) const;
  [[nodiscard]] std::string_view spelled(std::size_t begin);
  Token next();
  void word(Token& token, std::size_t begin);
  void letters();
  void number();
  void mark(Token& token);
  void join_launch(Token& token);
  void quoted(Token& token, std::size_t begin);
  std::string_view closed(std::string_view typed, char quote);
  void raw(Token& token, std::size_t begin);
  void odd_byte();
  void lookalike(Token& token);

  std::string_view text_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;   // never at a backslash-newline
  std::size_t end_ = 0;  // after the last character read
  bool spliced_ = false;
  bool tell_ = true;
  bool told_of_encoding_ = false;
};

// All tokens of the source and an `end`, without comments and line ends. A string, character or comment without an end
// is reported and ends with its line (comments and raw strings: with the source); Token::text has the missing quote.
[[nodiscard]] std::vector<Token> tokens_of(const Source& source, Arena& arena, Diagnostics& diagnostics);

// The tokens of a text that is not the user's source: it has no directives, and nothing is reported.
[[nodiscard]] std::vector<Token> tokens_in(std::string_view text, Arena& arena);

// The tokens as typed, with one space where there was any.
[[nodiscard]] std::string spelled(std::span<const Token> tokens);

}  // namespace tilescope::language
