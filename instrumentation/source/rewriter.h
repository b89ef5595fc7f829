// Puts changed tokens back into a text, and tells compilers the first line of the statement that each token is in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/source/token.h"

namespace tilescope::source {

class Rewriter {
 public:
  Rewriter(std::string_view source, const std::vector<Token>& tokens)
      : source_(source), tokens_(tokens), changes_(tokens.size()) {}

  void replace(std::size_t token, std::string text) { changes_[token].text = std::move(text); }
  void remove(std::size_t token) { replace(token, ""); }
  void remove(std::size_t first, std::size_t last) {
    for (std::size_t token = first; token < last; ++token) remove(token);
  }
  void insert_before(std::size_t token, const std::string& text) { changes_[token].before += text; }
  void insert_after(std::size_t token, const std::string& text) { changes_[token].after += text; }
  void set_line(std::size_t token, std::uint32_t line) { changes_[token].line = line; }

  [[nodiscard]] std::string text() const;

 private:
  struct Change {
    std::string before;
    std::optional<std::string> text;
    std::string after;
    std::uint32_t line = 0;  // 0: the token's own
  };

  std::string_view source_;
  const std::vector<Token>& tokens_;
  std::vector<Change> changes_;
};

}  // namespace tilescope::source
