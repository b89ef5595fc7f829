#include "instrumentation/source/token.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "instrumentation/source/instrument.h"

namespace tilescope::source {

namespace {

bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Cutter {
 public:
  explicit Cutter(std::string_view source) : source_(source) {}

  std::vector<Token> cut() {
    for (;;) {
      skip_white_space_and_comments();
      const std::size_t begin = at_;
      const std::uint32_t line = line_;
      const Token::Kind kind = next();
      tokens_.push_back({kind, source_.substr(begin, at_ - begin), begin, line});
      if (kind == Token::Kind::end) return std::move(tokens_);
      fresh_line_ = false;
    }
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool ahead(std::string_view text) const { return source_.substr(at_).starts_with(text); }
  [[nodiscard]] bool continued_line() const { return ahead("\\\n") || ahead("\\\r\n"); }

  void step() {
    if (source_[at_] == '\n') ++line_;
    ++at_;
  }

  void skip_white_space_and_comments() {
    for (; at_ < source_.size(); step()) {
      if (peek() == '\n') fresh_line_ = true;
      if (std::isspace(static_cast<unsigned char>(peek())) != 0) continue;
      if (continued_line()) {
        if (ahead("\\\r")) step();
        step();
      } else if (ahead("//")) {
        while (at_ < source_.size() && peek() != '\n') {
          if (continued_line()) throw SourceError(line_, "a // comment that a backslash carries into the next line");
          step();
        }
        if (at_ < source_.size()) --at_;  // the loop steps over the comment's last character
        if (at_ >= source_.size()) return;
      } else if (ahead("/*")) {
        skip_block_comment();
      } else {
        return;
      }
    }
  }

  // To its last character.
  void skip_block_comment() {
    const std::size_t end = source_.find("*/", at_ + 2);
    if (end == std::string_view::npos) throw SourceError(line_, "a comment does not end");
    while (at_ < end + 1) step();
  }

  Token::Kind next() {
    if (at_ >= source_.size()) return Token::Kind::end;
    const char c = peek();
    if (c == '#' && fresh_line_) return directive();
    if (c == '"' || c == '\'') return quoted(c);
    if (ahead("R\"")) throw SourceError(line_, "a raw string: write an ordinary one");
    if (starts_word(c)) {
      while (starts_word(peek()) || is_digit(peek())) ++at_;
      return Token::Kind::word;
    }
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    static constexpr std::array<std::string_view, 24> marks{
        "<<=", ">>=", "...", "->*", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=",
        "|=",  "^=",  "==",  "!=",  "<=", ">=", "&&", "||", "<<", ">>", "->", "::"};
    const auto found = std::find_if(marks.begin(), marks.end(), [&](std::string_view mark) { return ahead(mark); });
    at_ += found == marks.end() ? 1 : found->size();
    return Token::Kind::mark;
  }

  // To the end of the line, and over lines that end in a backslash; a comment behind it is no part of it.
  Token::Kind directive() {
    for (; at_ < source_.size() && peek() != '\n' && !ahead("//"); step()) {
      if (ahead("/*")) skip_block_comment();
      if (ahead("\\\r\n")) step();
      if (ahead("\\\n")) step();
    }
    return Token::Kind::directive;
  }

  Token::Kind quoted(char quote) {
    const std::uint32_t line = line_;
    for (++at_; peek() != quote; ++at_) {
      if (peek() == '\\') ++at_;
      if (at_ >= source_.size() || peek() == '\n') throw SourceError(line, "a string does not end on its line");
    }
    ++at_;
    return Token::Kind::text;
  }

  Token::Kind number() {
    while (starts_word(peek()) || is_digit(peek()) || peek() == '.' || peek() == '\'') {
      const bool exponent = peek() == 'e' || peek() == 'E' || peek() == 'p' || peek() == 'P';
      ++at_;
      if (exponent && (peek() == '+' || peek() == '-')) ++at_;
    }
    return Token::Kind::number;
  }

  std::string_view source_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  bool fresh_line_ = true;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view source) { return Cutter(source).cut(); }

}  // namespace tilescope::source
