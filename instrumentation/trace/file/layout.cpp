#include "instrumentation/trace/file/layout.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>

namespace tilescope::file {

std::string name_of(Section section) {
  switch (section) {
    case Section::launch: return "launch";
    case Section::text: return "text";
    case Section::machine: return "machine";
    case Section::arrays: return "arrays";
    case Section::matrix_a: return "matrix A";
    case Section::matrix_b: return "matrix B";
    case Section::paths: return "paths";
    case Section::blocks: return "blocks";
    case Section::clocks: return "clocks";
    case Section::result: return "result";
    case Section::fault: return "fault";
    case Section::room: return "room";
  }
  return fmt::format("section {:#010x}", static_cast<std::uint32_t>(section));
}

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return ' ' <= c && c <= '~'; });
}

std::uint64_t checksum_of(Bytes bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace tilescope::file
