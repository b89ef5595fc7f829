#include "instrumentation/source/rewriter.h"

#include <algorithm>

namespace tilescope::source {

std::string Rewriter::text() const {
  std::string out;
  std::uint32_t line = 1;  // what a compiler takes the current line for
  std::size_t copied = 0;
  const auto copy = [&](std::string_view text) {
    out += text;
    line += static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
  };
  for (std::size_t n = 0; n < tokens_.size(); ++n) {
    const Token& token = tokens_[n];
    const Change& change = changes_[n];
    copy(source_.substr(copied, token.begin - copied));
    copied = token.begin + token.text.size();
    const std::uint32_t wanted = change.line != 0 ? change.line : token.line;
    const bool says_something =
        !change.before.empty() || !change.after.empty() || !change.text || !change.text->empty();
    if (says_something && token.kind != Token::Kind::end && wanted != line) {
      out += "\n#line " + std::to_string(wanted) + "\n";
      line = wanted;
    }
    out += change.before;
    copy(change.text ? std::string_view(*change.text) : token.text);
    out += change.after;
  }
  return out;
}

}  // namespace tilescope::source
