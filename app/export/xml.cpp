#include "app/export/xml.h"

#include <cstddef>
#include <cstdint>

namespace tilescope {

namespace {

// The number of bytes of the first character of `text`; 0 if it is invalid.
std::size_t letter_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xc2 && first < 0xe0 ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
  // Overlong, a surrogate, or beyond the last character.
  if (first == 0xe0 && byte(1) < 0xa0) return 0;
  if (first == 0xed && byte(1) >= 0xa0) return 0;
  if (first == 0xf0 && byte(1) < 0x90) return 0;
  if (first == 0xf4 && byte(1) >= 0x90) return 0;
  return length;
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const std::size_t length = letter_length(text);
    const char first = text.front();
    if (length == 0) {
      safe += "\xef\xbf\xbd";
    } else if (length > 1) {
      const std::string_view letter = text.substr(0, length);
      if (letter != "\xef\xbf\xbe" && letter != "\xef\xbf\xbf") safe += letter;  // U+FFFE and U+FFFF are not characters
    } else if (first == '&') {
      safe += "&amp;";
    } else if (first == '<') {
      safe += "&lt;";
    } else if (first == '>') {
      safe += "&gt;";
    } else if (first == '"') {
      safe += "&quot;";
    } else if (first == '\t' || first == '\n' || static_cast<std::uint8_t>(first) >= 0x20) {
      safe += first;
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return safe;
}

}  // namespace tilescope
