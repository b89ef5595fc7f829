// Text as a row of letters, not of bytes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace tilescope {

// Whether a byte of UTF-8 continues a letter.
[[nodiscard]] inline bool continues_letter(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U; }

// Removes the last letter of a UTF-8 text, with all its bytes.
inline void drop_letter(std::string& text) {
  while (!text.empty() && continues_letter(text.back())) text.pop_back();
  if (!text.empty()) text.pop_back();
}

// Removes the first letter of a UTF-8 text that is not empty, and returns it.
inline char32_t take_letter(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text.front());
  char32_t letter = first < 0x80 ? first : first < 0xe0 ? first & 0x1fU : first < 0xf0 ? first & 0x0fU : first & 7U;
  for (text.remove_prefix(1); !text.empty() && continues_letter(text.front()); text.remove_prefix(1))
    letter = letter << 6 | (static_cast<unsigned char>(text.front()) & 0x3fU);
  return letter;
}

// The columns of a letter in code: two for the letters of East Asia and for pictographs, otherwise one.
[[nodiscard]] inline std::size_t columns_of_letter(char32_t letter) {
  constexpr std::array<std::pair<char32_t, char32_t>, 14> wide{{{0x1100, 0x115f},
                                                                {0x2e80, 0x303e},
                                                                {0x3041, 0x4dbf},
                                                                {0x4e00, 0xa4cf},
                                                                {0xa960, 0xa97c},
                                                                {0xac00, 0xd7a3},
                                                                {0xf900, 0xfaff},
                                                                {0xfe30, 0xfe6f},
                                                                {0xff01, 0xff60},
                                                                {0xffe0, 0xffe6},
                                                                {0x1f300, 0x1f64f},
                                                                {0x1f680, 0x1f6ff},
                                                                {0x1f900, 0x1f9ff},
                                                                {0x20000, 0x3fffd}}};
  if (letter < wide.front().first) return 1;
  return std::any_of(wide.begin(), wide.end(),
                     [&](const auto& range) { return letter >= range.first && letter <= range.second; })
             ? 2
             : 1;
}

[[nodiscard]] inline std::size_t columns_in(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) columns += columns_of_letter(take_letter(text));
  return columns;
}

}  // namespace tilescope
