#include "app/cli/marked_line.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "instrumentation/language/tokens/source.h"

namespace tilescope::cli {

namespace {

struct Letters {
  char32_t first, last;
};

// Combining characters: accents, vowel signs, joiners and variation selectors.
constexpr Letters without_width[] = {
    {0x0300, 0x036F},  {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x05BF, 0x05BF}, {0x05C1, 0x05C2}, {0x05C4, 0x05C5},
    {0x0610, 0x061A},  {0x064B, 0x065F}, {0x0670, 0x0670}, {0x06D6, 0x06DC}, {0x06DF, 0x06E4}, {0x0900, 0x0902},
    {0x093A, 0x093A},  {0x093C, 0x093C}, {0x0941, 0x0948}, {0x094D, 0x094D}, {0x0951, 0x0957}, {0x0962, 0x0963},
    {0x0E31, 0x0E31},  {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F},
    {0x20D0, 0x20FF},  {0x302A, 0x302D}, {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF},
    {0xE0100, 0xE01EF}};

// Characters two columns wide: most East Asian scripts and pictographs.
constexpr Letters wide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},
                            {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},
                            {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
                            {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD}};

// Control characters, and characters that change the direction of text.
constexpr Letters obeyed[] = {{0x00, 0x1F}, {0x7F, 0x9F}, {0x2028, 0x202E}, {0x2066, 0x2069}};

template <std::size_t count>
bool among(const Letters (&all)[count], char32_t letter) {
  return std::any_of(std::begin(all), std::end(all),
                     [&](const Letters& some) { return letter >= some.first && letter <= some.last; });
}

char32_t letter_of(std::string_view bytes) {
  const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(bytes[n]); };
  if (bytes.size() == 1) return byte(0);
  char32_t letter = byte(0) & (0x7FU >> bytes.size());
  for (std::size_t n = 1; n < bytes.size(); ++n) letter = (letter << 6U) | (byte(n) & 0x3FU);
  return letter;
}

struct Character {
  std::size_t at = 0;  // byte offset in the line
  std::string_view shown;
  std::size_t columns = 1;
};

std::vector<Character> characters_of(std::string_view line) {
  std::vector<Character> all;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t bytes = language::utf8_bytes(line, at);
    const std::string_view shown = line.substr(at, std::max<std::size_t>(bytes, 1));
    const char32_t letter = bytes == 0 ? 0 : letter_of(shown);
    if (letter != '\t' && among(obeyed, letter))
      all.push_back({at, "\uFFFD", 1});
    else
      all.push_back({at, shown, among(without_width, letter) ? 0U : among(wide, letter) ? 2U : 1U});
    at += shown.size();
  }
  return all;
}

constexpr std::size_t most_characters = 160, most_before = 60;
constexpr std::string_view left_out = "...";

}  // namespace

MarkedLine marked(std::string_view line, std::size_t begin, std::size_t end) {
  const std::vector<Character> all = characters_of(line);
  const auto first_marked = std::find_if(all.begin(), all.end(), [&](const Character& c) { return c.at >= begin; });
  auto first = all.begin(), last = all.end();
  if (all.size() > most_characters) {
    if (static_cast<std::size_t>(first_marked - first) > most_before)
      first = first_marked - static_cast<std::ptrdiff_t>(most_before);
    if (static_cast<std::size_t>(last - first) > most_characters)
      last = first + static_cast<std::ptrdiff_t>(most_characters);
  }
  MarkedLine result;
  if (first != all.begin()) result.line = left_out;
  result.marks.assign(result.line.size(), ' ');
  for (auto c = first; c != last; ++c) {
    result.line += c->shown;
    if (c == first_marked)
      result.marks += '^' + std::string(std::max<std::size_t>(c->columns, 1) - 1, '~');
    else if (c < first_marked || c->at < end)
      result.marks += c->shown == "\t" ? "\t" : std::string(c->columns, c < first_marked ? ' ' : '~');
  }
  if (first_marked == all.end()) result.marks += '^';
  if (last != all.end()) result.line += left_out;
  return result;
}

std::string printable(std::string_view text) {
  std::string result;
  for (const Character& c : characters_of(text)) result += c.shown == "\t" ? " " : c.shown;
  return result;
}

}  // namespace tilescope::cli
