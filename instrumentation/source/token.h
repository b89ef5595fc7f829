// Cuts a kernel's text into tokens; comments and white space stay between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tilescope::source {

struct Token {
  enum class Kind { word, number, text, mark, directive, end };  // text: a string or a character; mark: ( + += ...
  Kind kind = Kind::end;
  std::string_view text;
  std::size_t begin = 0;   // offset of its first character
  std::uint32_t line = 0;  // from 1

  [[nodiscard]] bool is(std::string_view what) const { return kind != Kind::text && text == what; }
};

// The last token is an end. Throws a SourceError where a comment or a string does not end.
[[nodiscard]] std::vector<Token> tokenize(std::string_view source);

}  // namespace tilescope::source
