#include "app/gl/font_file.h"

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

// A font file begins with a list of tables from byte 12: tag, checksum, offset and length of each.
Bytes table(Bytes file, std::string_view tag) {
  const std::size_t tables = number(file, 4, 2);
  for (std::size_t at = 12; at < 12 + 16 * tables && at + 16 <= file.size(); at += 16) {
    if (std::memcmp(&file[at], tag.data(), 4) != 0) continue;
    const std::size_t offset = number(file, at + 8, 4), length = number(file, at + 12, 4);
    if (offset > file.size() || length > file.size() - offset) return {};
    return file.subspan(offset, length);
  }
  return {};
}

}  // namespace

std::optional<FontFile> read_font(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  FontFile font;
  font.bytes.assign(std::istreambuf_iterator<char>(in), {});
  const Bytes head = table(font.bytes, "head"), hhea = table(font.bytes, "hhea"), os2 = table(font.bytes, "OS/2");
  const auto em = static_cast<float>(number(head, 18, 2));
  font.line_per_em = (signed_number(hhea, 4) - signed_number(hhea, 6)) / em;
  if (!(em > 0) || !(font.line_per_em > 0)) return std::nullopt;
  const bool has_cap_height = number(os2, 0, 2) >= 2;
  font.cap_per_em = has_cap_height ? signed_number(os2, 88) / em : 0.72F;
  return font;
}

}  // namespace tilescope
