#include "app/command_line/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tilescope::cli {

namespace {

struct LettersFromTo {
  char32_t first, last;
};
// Characters that combine with the previous one, or are invisible.
constexpr std::array no_columns{LettersFromTo{0x300, 0x36f},   LettersFromTo{0x1ab0, 0x1aff},
                                LettersFromTo{0x1dc0, 0x1dff}, LettersFromTo{0x200b, 0x200f},
                                LettersFromTo{0x20d0, 0x20ff}, LettersFromTo{0xfe00, 0xfe0f},
                                LettersFromTo{0xfe20, 0xfe2f}};
// Characters that are two columns wide: East Asian scripts and pictographs.
constexpr std::array two_columns{
    LettersFromTo{0x1100, 0x115f},   LettersFromTo{0x2e80, 0x303e},  LettersFromTo{0x3041, 0xa4cf},
    LettersFromTo{0xac00, 0xd7a3},   LettersFromTo{0xf900, 0xfaff},  LettersFromTo{0xfe30, 0xfe6f},
    LettersFromTo{0xff01, 0xff60},   LettersFromTo{0xffe0, 0xffe6},  LettersFromTo{0x1f300, 0x1f64f},
    LettersFromTo{0x1f900, 0x1f9ff}, LettersFromTo{0x20000, 0x3fffd}};

template <class All>
bool is_among(const All& all, char32_t letter) {
  return std::any_of(all.begin(), all.end(),
                     [&](const LettersFromTo& some) { return some.first <= letter && letter <= some.last; });
}

std::size_t columns_of(char32_t letter) {
  return is_among(no_columns, letter) ? 0 : is_among(two_columns, letter) ? 2 : 1;
}

// Removes the first character of the text. A byte that starts no character counts as one.
char32_t take_letter(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
  char32_t letter = more == 0 ? first : first & (0x3fU >> more);
  std::size_t n = 1;
  for (; n <= more && n < text.size() && (text[n] & '\xc0') == '\x80'; ++n)
    letter = (letter << 6U) | (static_cast<unsigned char>(text[n]) & 0x3fU);
  text.remove_prefix(n);
  return letter;
}

}  // namespace

std::size_t columns_in(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) columns += columns_of(take_letter(text));
  return columns;
}

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t n = 0; n < row.size(); ++n) widths[n] = std::max(widths[n], columns_in(row[n]));
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t n = 0; n < row.size(); ++n) {
      const bool left = n == 0 || std::find(left_.begin(), left_.end(), n) != left_.end();
      line += n == 0 ? "" : "  ";
      const std::string blanks(widths[n] - columns_in(row[n]), ' ');
      line += left ? row[n] + blanks : blanks + row[n];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t n = digits.size(); n > 3; n -= 3) digits.insert(n - 3, 1, ',');
  return digits;
}

}  // namespace tilescope::cli
