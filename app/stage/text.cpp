#include "app/stage/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "app/stage/letters.h"
#include "app/stage/words.h"

namespace tilescope {

namespace {

// Advance widths of Inter from space to tilde, in thousandths of the letter size.
constexpr std::array<std::uint16_t, 95> regular{
    281, 278, 403, 631, 638, 812, 639, 222, 362, 362, 500, 659, 280, 460, 276, 357, 625, 464, 605,
    636, 642, 608, 624, 571, 616, 624, 276, 280, 659, 659, 659, 507, 936, 676, 651, 727, 719, 598,
    587, 743, 740, 264, 543, 652, 562, 889, 753, 761, 635, 761, 639, 638, 642, 741, 676, 949, 642,
    665, 625, 362, 357, 362, 469, 452, 497, 564, 621, 558, 621, 582, 361, 609, 591, 237, 237, 544,
    237, 869, 585, 597, 609, 609, 372, 523, 364, 581, 557, 812, 540, 557, 541, 362, 327, 362, 659};
constexpr std::array<std::uint16_t, 95> semibold{
    248, 309, 396, 643, 649, 844, 663, 213, 393, 393, 543, 673, 295, 466, 290, 379, 667, 481,  621,
    652, 666, 632, 648, 587, 646, 648, 290, 295, 673, 673, 673, 544, 999, 724, 657, 744, 724,  608,
    586, 755, 744, 275, 561, 677, 566, 906, 741, 775, 643, 776, 651, 649, 660, 734, 724, 1007, 690,
    705, 653, 393, 379, 393, 481, 468, 497, 575, 630, 577, 630, 593, 377, 625, 613, 261, 261,  569,
    261, 898, 610, 608, 625, 625, 397, 549, 380, 608, 576, 837, 562, 576, 562, 393, 358, 393,  673};
constexpr std::uint16_t other_letter = 660;  // ×, and about right for –, ·, →
constexpr std::uint16_t wide_letter = 1000;
constexpr float mono = 0.6F;

}  // namespace

float text_width(std::string_view text, float size, Face face) {
  if (face == Face::mono) return mono * size * static_cast<float>(columns_in(text));
  const auto& widths = face == Face::bold ? semibold : regular;
  unsigned sum = 0;
  while (!text.empty()) {
    const char32_t letter = take_letter(text);
    sum += letter >= U' ' && letter <= U'~' ? widths[letter - U' ']
           : columns_of_letter(letter) == 1 ? other_letter
                                            : wide_letter;
  }
  return size * static_cast<float>(sum) / 1000;
}

float crisp_size(float least, float scale) {
  for (const float size : small_letters)
    if (std::round(size * scale) >= least) return std::round(size * scale);
  return least;
}

std::string first_that_fits(std::initializer_list<std::string> wordings, float width, float size, Face face) {
  for (const std::string& wording : wordings)
    if (text_width(wording, size, face) <= width) return wording;
  return wordings.size() == 0 ? std::string() : *(wordings.end() - 1);
}

std::string elided(const std::string& text, float width, float size, Face face) {
  if (text_width(text, size, face) <= width) return text;
  std::string shorter = text;
  while (!shorter.empty() && text_width(shorter + "…", size, face) > width) {
    while (!shorter.empty() && continues_letter(shorter.back())) shorter.pop_back();
    if (!shorter.empty()) shorter.pop_back();
  }
  return shorter + "…";
}

std::vector<std::string> wrapped(const std::string& text, float width, float size, Face face) {
  std::vector<std::string> lines(1);
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    const std::string longer = lines.back().empty() ? word : lines.back() + " " + word;
    if (lines.back().empty() || text_width(longer, size, face) <= width)
      lines.back() = longer;
    else
      lines.push_back(word);
    begin = end + 1;
  }
  return lines;
}

std::string short_count(std::uint64_t count, std::size_t characters) {
  std::string name = count_name(count);
  if (name.size() <= characters || count < 10'000) return name;
  constexpr std::array units{"k", "M", "G", "T"};
  auto value = static_cast<double>(count) / 1000;
  std::size_t unit = 0;
  for (; value >= 999.5 && unit + 1 < units.size(); ++unit) value /= 1000;
  return fmt::format("{:.{}f} {}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0, units[unit]);
}

std::string ratio_name(double ratio) {
  std::string name = fmt::format("{:.{}f}", ratio, ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0);
  if (name.find('.') == std::string::npos || std::abs(std::stod(name) - ratio) > 1e-9 * ratio) return name;
  name.erase(name.find_last_not_of('0') + 1);
  if (name.back() == '.') name.pop_back();
  return name;
}

}  // namespace tilescope
