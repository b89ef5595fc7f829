// The few dimensions of a font file that are needed to place text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace tilescope {

struct FontFile {
  std::vector<std::uint8_t> bytes;
  float line_per_em = 0;  // from the top of the tallest letter to the bottom of the lowest
  float cap_per_em = 0;   // of a capital letter
};

// Reads a TrueType or OpenType file; empty if it is unreadable or in another format.
[[nodiscard]] std::optional<FontFile> read_font(const std::filesystem::path& path);

}  // namespace tilescope
