// A kernel's source, cut into pieces by kind and wrapped at a width in letters. Accepts any text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// A run of letters of one kind within a line.
struct SourcePiece {
  enum class Sort : std::uint8_t {
    plain,
    keyword,
    cuda,
    number,
    comment,
    name,
    running,  // a number that differs from the source's
  };
  Sort sort = Sort::plain;
  std::uint32_t column = 0;  // in letters, from the start of the line
  std::string_view text;
};

struct SourceLine {
  std::uint32_t number = 0;  // from 1
  std::uint32_t indent = 0;  // spaces before the first piece
  std::vector<SourcePiece> pieces;
  std::string_view comment;  // from // to the end of the line
};

// `text` has to outlive the result. A tab counts as one space. The text may begin inside a comment.
[[nodiscard]] std::vector<SourceLine> source_lines(std::string_view text, bool in_comment = false);
// The current value of a number that the source names.
struct RunningNumber {
  std::uint32_t line = 0;
  std::string name;
  std::int64_t value = 0;
};
// Replaces the number by `words`, which have to outlive the line, and returns the source's number: "32". Empty if both
// are equal, or if the line does not define the name as `TILE = 32`, `#define TILE 32` or `template <int TILE = 32>`
// do.
std::optional<std::string> put_running(SourceLine& line, const RunningNumber& running, std::string_view words);

// Whether a /* comment is open at the end of the text, which may begin in one.
[[nodiscard]] bool ends_in_comment(std::string_view text, bool begins_in_comment = false);

// The columns that the text takes in code.
[[nodiscard]] std::uint32_t letters_in(std::string_view text);

// The place of a wrapped piece: rows count from 0 within its line, columns from the left edge of the text.
struct PlacedPiece {
  SourcePiece::Sort sort = SourcePiece::Sort::plain;
  std::uint32_t row = 0, column = 0;
  std::string_view text;

  [[nodiscard]] std::uint32_t end() const { return column + letters_in(text); }
};

// The rows of a line. They break at spaces, if possible outside brackets and after a comma. A word is split only if it
// is longer than a row.
struct Wrapped {
  std::vector<PlacedPiece> pieces;
  std::uint32_t rows = 1;
  std::uint32_t hang = 0;  // the column at which further rows begin
};
// The line of the __global__ before the kernel's name; without a name, that of the first __global__. 0: none.
[[nodiscard]] std::uint32_t line_of_kernel(std::string_view text, std::string_view name);

// The first row has room for `first_columns` letters, further rows for `further_columns`.
[[nodiscard]] Wrapped wrap(const SourceLine& line, std::uint32_t first_columns, std::uint32_t further_columns);

}  // namespace tilescope
