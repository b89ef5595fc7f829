#include "app/gl/font_file.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string_view>

namespace tilescope {

namespace {

using Bytes = std::span<const std::uint8_t>;

std::uint32_t number(Bytes bytes, std::size_t at, std::size_t width) {
  if (at + width > bytes.size()) return 0;
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < width; ++i) value = value << 8 | bytes[at + i];
  return value;
}

float signed_number(Bytes bytes, std::size_t at) { return static_cast<std::int16_t>(number(bytes, at, 2)); }

std::vector<std::uint8_t> read(std::istream& in, std::size_t offset, std::size_t length) {
  std::vector<std::uint8_t> bytes(length);
  in.clear();
  in.seekg(static_cast<std::streamoff>(offset));
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(length));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  return bytes;
}

// A collection begins with a list of its fonts.
constexpr std::uint32_t collection = 0x74746366;  // "ttcf"

std::size_t fonts_in(std::istream& in) {
  const auto head = read(in, 0, 12);
  return number(head, 0, 4) == collection ? std::min<std::uint32_t>(number(head, 8, 4), 64) : 1;
}

std::size_t begin_of_font(std::istream& in, int font) {
  if (number(read(in, 0, 4), 0, 4) != collection) return 0;
  return number(read(in, 12 + 4 * static_cast<std::size_t>(font), 4), 0, 4);
}

// A font begins with a list of its tables, from byte 12: tag, checksum, offset and length of each.
class Tables {
 public:
  Tables(std::istream& in, int font) : in_(in) {
    const std::size_t begin = begin_of_font(in, font);
    const std::size_t tables = number(read(in, begin + 4, 2), 0, 2);
    list_ = read(in, begin + 12, 16 * tables);
  }
  [[nodiscard]] bool has(std::string_view tag) const { return place_of(tag).second > 0; }
  // Empty if there is no such table.
  [[nodiscard]] std::vector<std::uint8_t> table(std::string_view tag) const {
    constexpr std::uint32_t most = 8U << 20U;
    const auto [offset, length] = place_of(tag);
    return length > most ? std::vector<std::uint8_t>{} : read(in_, offset, length);
  }

 private:
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> place_of(std::string_view tag) const {
    for (std::size_t at = 0; at + 16 <= list_.size(); at += 16)
      if (std::memcmp(&list_[at], tag.data(), 4) == 0) return {number(list_, at + 8, 4), number(list_, at + 12, 4)};
    return {};
  }

  std::istream& in_;
  std::vector<std::uint8_t> list_;
};

void add(LetterRanges& ranges, char32_t first, char32_t last) {
  if (first > last || last > 0x10ffff) return;
  if (!ranges.empty() && ranges.back().second + 1 == first)
    ranges.back().second = last;
  else
    ranges.emplace_back(first, last);
}

// Format 4: segments of 16-bit letters. A segment numbers its glyphs by a difference, or by a list with holes.
LetterRanges letters_of_segments(Bytes map) {
  LetterRanges ranges;
  const std::size_t twice = number(map, 6, 2);
  for (std::size_t n = 0; n < twice && 16 + 4 * twice <= map.size(); n += 2) {
    const std::uint32_t last = std::min(number(map, 14 + n, 2), 0xfffeU), first = number(map, 16 + twice + n, 2);
    const std::size_t place = 16 + 3 * twice + n, list = number(map, place, 2);
    if (list == 0) add(ranges, first, last);
    for (std::uint32_t letter = first; list != 0 && letter <= last; ++letter)
      if (number(map, place + list + 2 * std::size_t{letter - first}, 2) != 0) add(ranges, letter, letter);
  }
  return ranges;
}

// Format 12: groups of 32-bit letters.
LetterRanges letters_of_groups(Bytes map) {
  LetterRanges ranges;
  const std::size_t groups = number(map, 12, 4);
  for (std::size_t at = 16; at < 16 + 12 * groups && at + 12 <= map.size(); at += 12)
    add(ranges, number(map, at, 4), number(map, at + 4, 4));
  return ranges;
}

}  // namespace

std::optional<FontFile> read_font(const std::filesystem::path& path, int number_in_file) {
  std::ifstream in(path, std::ios::binary);
  const Tables tables(in, number_in_file);
  const auto head = tables.table("head"), hhea = tables.table("hhea"), os2 = tables.table("OS/2");
  FontFile font;
  const auto em = static_cast<float>(number(head, 18, 2));
  font.line_per_em = (signed_number(hhea, 4) - signed_number(hhea, 6)) / em;
  if (!(em > 0) || !(font.line_per_em > 0)) return std::nullopt;
  const bool has_cap_height = number(os2, 0, 2) >= 2;
  font.cap_per_em = has_cap_height ? signed_number(os2, 88) / em : 0.72F;
  in.clear();
  in.seekg(0);
  font.bytes.assign(std::istreambuf_iterator<char>(in), {});
  return font;
}

LetterRanges letters_of_font(const std::filesystem::path& path, int number_in_file) {
  std::ifstream in(path, std::ios::binary);
  const Tables tables(in, number_in_file);
  if (!tables.has("glyf") && !tables.has("CFF ")) return {};
  const std::vector<std::uint8_t> all = tables.table("cmap");
  LetterRanges ranges;
  for (std::size_t n = 0; n < number(all, 2, 2); ++n) {
    const std::size_t offset = number(all, 4 + 8 * n + 4, 4);
    if (offset >= all.size()) continue;
    const Bytes map = Bytes(all).subspan(offset);
    const std::uint32_t platform = number(all, 4 + 8 * n, 2), encoding = number(all, 4 + 8 * n + 2, 2);
    const bool is_unicode = platform == 0 || (platform == 3 && (encoding == 1 || encoding == 10));
    const std::uint32_t format = number(map, 0, 2);
    if (is_unicode && format == 12) return letters_of_groups(map);
    if (is_unicode && format == 4) ranges = letters_of_segments(map);
  }
  return ranges;
}

bool is_among(const LetterRanges& letters, char32_t letter) {
  const auto behind = std::upper_bound(letters.begin(), letters.end(), letter,
                                       [](char32_t value, const auto& range) { return value < range.first; });
  return behind != letters.begin() && letter <= std::prev(behind)->second;
}

int fonts_in_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return static_cast<int>(fonts_in(in));
}

}  // namespace tilescope
