#include "instrumentation/trace/file/layout.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace tilescope::file {

std::string name_of(Section section) {
  switch (section) {
    case Section::launch: return "launch";
    case Section::text: return "text";
    case Section::machine: return "machine";
    case Section::arrays: return "arrays";
    case Section::matrix_a: return "matrix A";
    case Section::matrix_b: return "matrix B";
    case Section::buffers: return "buffers";
    case Section::printed: return "printed";
    case Section::said: return "said";
    case Section::masks: return "masks";
    case Section::interleaved: return "mingled";
    case Section::paths: return "paths";
    case Section::blocks: return "blocks";
    case Section::clocks: return "clocks";
    case Section::left: return "left";
    case Section::result: return "result";
    case Section::fault: return "fault";
    case Section::room: return "room";
  }
  return fmt::format("section {:#010x}", static_cast<std::uint32_t>(section));
}

// Requires UTF-8 in its shortest form, without surrogates.
bool is_printable(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = [&](std::size_t n) { return static_cast<Byte>(text[n]); };
    const Byte first = byte(at++);
    const int more = first < 0x80 ? 0 : first >> 5 == 6 ? 1 : first >> 4 == 14 ? 2 : first >> 3 == 30 ? 3 : -1;
    if (more < 0) return false;
    std::uint32_t letter = more == 0 ? first : first & (0x3fU >> more);
    for (int n = 0; n < more; ++n, ++at) {
      if (at == text.size() || byte(at) >> 6 != 2) return false;
      letter = letter << 6 | (byte(at) & 0x3fU);
    }
    constexpr std::uint32_t least[] = {' ', 0xa0, 0x800, 0x10000};  // by number of bytes, without control characters
    const bool is_surrogate = letter >> 11 == 0x1b, is_delete = letter == 0x7f;
    if (letter < least[more] || letter > 0x10ffff || is_surrogate || is_delete) return false;
    const bool turns_text = (letter >= 0x200e && letter <= 0x202e) || (letter >= 0x2066 && letter <= 0x2069);
    if (turns_text || letter == 0x2028 || letter == 0x2029) return false;
  }
  return true;
}

std::uint64_t checksum_of(Bytes bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace tilescope::file
