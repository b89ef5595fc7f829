// A place in a kernel's tokens, and the ways to move it; what the other parts of the instrumenter stand on.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "instrumentation/source/instrument.h"
#include "instrumentation/source/rewriter.h"
#include "instrumentation/source/token.h"
#include "instrumentation/source/words.h"

namespace tilescope::source {

class Reader {
 public:
  explicit Reader(std::string_view source) : source_(source), tokens_(tokenize(source)), rewriter_(source, tokens_) {}
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

 protected:
  ~Reader() = default;

  [[nodiscard]] const Token& token(std::size_t n) const { return tokens_[std::min(n, tokens_.size() - 1)]; }
  [[nodiscard]] const Token& here() const { return token(at_); }
  [[nodiscard]] bool at_end() const { return here().kind == Token::Kind::end; }
  [[nodiscard]] bool is(std::string_view text) const { return here().is(text); }
  [[noreturn]] void refuse(std::size_t n, const std::string& reason) const { throw SourceError(token(n).line, reason); }
  [[noreturn]] void refuse(const std::string& reason) const { refuse(at_, reason); }

  void expect(std::string_view text) {
    if (!is(text))
      refuse(at_end() ? fmt::format("the text ends where '{}' is expected", text)
                      : fmt::format("'{}' where '{}' is expected", here().text, text));
    ++at_;
  }

  // From an opening bracket to behind the closing one.
  [[nodiscard]] std::size_t behind_bracket(std::size_t open) const {
    std::vector<char> closing;
    for (std::size_t n = open;; ++n) {
      const Token& t = token(n);
      if (t.kind == Token::Kind::end) refuse(open, fmt::format("this '{}' is never closed", token(open).text));
      if (t.kind != Token::Kind::mark) continue;
      if (t.is("(")) closing.push_back(')');
      if (t.is("[")) closing.push_back(']');
      if (t.is("{")) closing.push_back('}');
      if (t.is(")") || t.is("]") || t.is("}")) {
        if (closing.empty() || closing.back() != t.text[0]) refuse(n, fmt::format("'{}' closes nothing", t.text));
        closing.pop_back();
        if (closing.empty()) return n + 1;
      }
    }
  }

  [[nodiscard]] std::string text_of(std::size_t first, std::size_t last) const {
    std::string text;
    for (std::size_t n = first; n < last; ++n) text += (n == first ? "" : " ") + std::string(token(n).text);
    return text;
  }

  // Gives all of a statement's tokens the line of its first one.
  void one_line(std::size_t first, std::size_t last) {
    for (std::size_t n = first; n < last; ++n)
      if (token(n).kind != Token::Kind::directive) rewriter_.set_line(n, token(first).line);
  }

  std::string_view source_;
  std::vector<Token> tokens_;
  Rewriter rewriter_;
  std::size_t at_ = 0;
};

}  // namespace tilescope::source
