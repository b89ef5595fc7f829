// The parts of a font file that are needed to place text, and to know its letters.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace tilescope {

struct FontFile {
  std::vector<std::uint8_t> bytes;
  float line_per_em = 0;  // from the top of the tallest letter to the bottom of the lowest
  float cap_per_em = 0;   // of a capital letter
};

// Reads a TrueType or OpenType file; empty if it is unreadable or in another format. A collection has several fonts.
[[nodiscard]] std::optional<FontFile> read_font(const std::filesystem::path& path, int number = 0);

// The first and last letters of each range that a font of a file draws with outlines, in order. Reads only their table.
using LetterRanges = std::vector<std::pair<char32_t, char32_t>>;
[[nodiscard]] LetterRanges letters_of_font(const std::filesystem::path& path, int number = 0);
[[nodiscard]] bool is_among(const LetterRanges& letters, char32_t letter);
// The number of fonts in a file.
[[nodiscard]] int fonts_in_file(const std::filesystem::path& path);

}  // namespace tilescope
