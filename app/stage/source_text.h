// A kernel's text, cut into pieces by kind and wrapped to a width in letters. Any text is accepted.
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
    running,  // a number that differs from the text's
  };
  Sort sort = Sort::plain;
  std::uint32_t column = 0;  // in letters, from the line's beginning
  std::string_view text;
};

struct SourceLine {
  std::uint32_t number = 0;  // from 1
  std::uint32_t indent = 0;  // spaces before the first piece
  std::vector<SourcePiece> pieces;
  std::string_view comment;  // from // to the line's end
};

// `text` has to stay alive. A tab counts as one space. The text may begin within a comment.
[[nodiscard]] std::vector<SourceLine> source_lines(std::string_view text, bool in_comment = false);
// The value of a number that the text gives a name.
struct RunningNumber {
  std::uint32_t line = 0;
  std::string name;
  std::int64_t value = 0;
};
// Puts it there, as `words`, which have to stay alive, and returns what the text has: "32". Empty if that is the same
// number, or if the line does not define the name, as `TILE = 32`, `#define TILE 32` and `template <int TILE = 32>` do.
std::optional<std::string> put_running(SourceLine& line, const RunningNumber& running, std::string_view words);

// Whether a /* comment is still open at the end.
[[nodiscard]] bool ends_in_comment(std::string_view text);

[[nodiscard]] std::uint32_t letters_in(std::string_view text);

// A piece's place after wrapping: rows count from 0 within its line, columns from the left of the text.
struct PlacedPiece {
  SourcePiece::Sort sort = SourcePiece::Sort::plain;
  std::uint32_t row = 0, column = 0;
  std::string_view text;

  [[nodiscard]] std::uint32_t end() const { return column + letters_in(text); }
};

// How a line's pieces are laid into rows. Rows are broken at spaces, outside brackets and after a comma if possible;
// only a word that is longer than a row is split.
struct Wrapped {
  std::vector<PlacedPiece> pieces;
  std::uint32_t rows = 1;
  std::uint32_t hang = 0;  // where the rows after the first one begin
};
// The line where a kernel is defined: that of the __global__ before the name, or of the first one without a name. 0:
// none.
[[nodiscard]] std::uint32_t line_of_kernel(std::string_view text, std::string_view name);

// The first row has room for this many letters, the others for that many.
[[nodiscard]] Wrapped wrap(const SourceLine& line, std::uint32_t first_columns, std::uint32_t further_columns);

}  // namespace tilescope
