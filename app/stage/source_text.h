// A kernel's text cut into pieces by what they are, and wrapped to a width in letters. For any text: nothing is refused.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// A run of letters of one sort within a line. Blanks between two pieces of a sort belong to neither.
struct SourcePiece {
  enum class Sort : std::uint8_t { plain, keyword, cuda, number, comment, name };
  Sort sort = Sort::plain;
  std::uint32_t column = 0;  // in letters, from the line's beginning
  std::string_view text;
};

struct SourceLine {
  std::uint32_t number = 0;  // from 1
  std::uint32_t indent = 0;  // blanks before its first piece
  bool only_comment = false;
  std::vector<SourcePiece> pieces;
};

// `text` has to stay alive. Tabs count as one blank.
[[nodiscard]] std::vector<SourceLine> source_lines(std::string_view text);

// A piece's place after wrapping: rows count from 0 within its line, columns from the left of the text.
struct PlacedPiece {
  SourcePiece::Sort sort = SourcePiece::Sort::plain;
  std::uint32_t row = 0, column = 0;
  std::string_view text;
};
// Breaks a line between pieces, or within one that is too long for a row; what follows is indented further. The first
// row has room for so many letters, the others for so many.
[[nodiscard]] std::vector<PlacedPiece> wrap(const SourceLine& line, std::uint32_t first_columns,
                                            std::uint32_t further_columns);

}  // namespace tilescope
