#include "app/stage/source_text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace tilescope {

namespace {

using Sort = SourcePiece::Sort;

constexpr std::array<std::string_view, 39> keywords{
    "auto",     "bool",     "break",     "case",   "char",     "class",    "const",  "constexpr", "continue", "default",
    "do",       "double",   "else",      "enum",   "false",    "float",    "for",    "if",        "inline",   "int",
    "long",     "namespace", "return",   "short",  "signed",   "size_t",   "sizeof", "static",    "struct",   "switch",
    "template", "true",     "typedef",   "typename", "unsigned", "using",  "void",   "volatile",  "while"};
constexpr std::array<std::string_view, 13> cuda_words{
    "__global__",  "__device__", "__shared__", "__constant__", "__restrict__", "__launch_bounds__", "__syncthreads",
    "__syncwarp", "threadIdx",  "blockIdx",   "blockDim",     "gridDim",      "__forceinline__"};

bool in(const auto& words, std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (static_cast<unsigned char>(c) & 0x80) != 0;
}

std::uint32_t letters_in(std::string_view text) {
  return static_cast<std::uint32_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

// So many letters from the beginning.
std::string_view prefix(std::string_view text, std::uint32_t letters) {
  std::size_t end = 0;
  while (end < text.size() && letters_in(text.substr(0, end + 1)) <= letters) ++end;
  return text.substr(0, end);
}

// Cuts one line after the other; only a comment over several lines is carried from one to the next.
class Cutter {
 public:
  SourceLine cut(std::string_view line, std::uint32_t number) {
    SourceLine result{number, 0, false, {}};
    line_ = line;
    line_comment_ = false;
    for (at_ = 0; at_ < line.size();) {
      if (is_blank(line[at_])) {
        ++at_;
        continue;
      }
      const std::size_t begin = at_;
      const Sort sort = next();
      result.pieces.push_back({sort, letters_in(line.substr(0, begin)), line.substr(begin, at_ - begin)});
    }
    const auto is_comment = [](const SourcePiece& piece) { return piece.sort == Sort::comment; };
    if (!result.pieces.empty()) result.indent = result.pieces.front().column;
    result.only_comment =
        !result.pieces.empty() && std::all_of(result.pieces.begin(), result.pieces.end(), is_comment);
    return result;
  }

 private:
  [[nodiscard]] bool ahead(std::string_view text) const { return line_.substr(at_).starts_with(text); }
  [[nodiscard]] char peek(std::size_t further = 0) const {
    return at_ + further < line_.size() ? line_[at_ + further] : '\0';
  }
  void skip_letters() {
    while (at_ < line_.size() && is_letter(line_[at_])) ++at_;
  }

  // Comments are cut into words, so that they can be wrapped.
  Sort next() {
    if (!in_comment_ && (line_comment_ || ahead("//"))) {
      line_comment_ = true;
      while (at_ < line_.size() && !is_blank(peek())) ++at_;
      return Sort::comment;
    }
    if (in_comment_ || ahead("/*")) return block_comment();
    if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) {
      while (at_ < line_.size() && (is_letter(peek()) || peek() == '.')) ++at_;
      return Sort::number;
    }
    if (is_letter(peek())) {
      const std::size_t begin = at_;
      skip_letters();
      const std::string_view word = line_.substr(begin, at_ - begin);
      return in(keywords, word) ? Sort::keyword : in(cuda_words, word) ? Sort::cuda : Sort::name;
    }
    if (peek() == '"' || peek() == '\'') return quoted();
    if (peek() == '#') {
      ++at_;
      skip_letters();
      return Sort::keyword;
    }
    ++at_;
    return Sort::plain;
  }

  Sort block_comment() {
    if (!in_comment_) at_ += 2;
    in_comment_ = true;
    for (; at_ < line_.size() && !is_blank(peek()); ++at_)
      if (ahead("*/")) {
        at_ += 2;
        in_comment_ = false;
        break;
      }
    return Sort::comment;
  }

  Sort quoted() {
    const char quote = line_[at_++];
    while (at_ < line_.size() && line_[at_] != quote) at_ += line_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, line_.size());
    return Sort::number;
  }

  std::string_view line_;
  std::size_t at_ = 0;
  bool in_comment_ = false;    // between /* and */
  bool line_comment_ = false;  // behind //
};

// Lays pieces into rows.
class Wrapper {
 public:
  Wrapper(const SourceLine& line, std::uint32_t first_columns, std::uint32_t further_columns)
      : line_(line), columns_(std::max(first_columns, 8U)), further_columns_(std::max(further_columns, 8U)),
        first_(std::min(line.indent, columns_ / 3)), further_(std::min(first_ + 4, columns_ / 2)) {}

  std::vector<PlacedPiece> wrap() {
    const std::vector<SourcePiece>& pieces = line_.pieces;
    column_ = first_;
    for (std::size_t begin = 0; begin < pieces.size();) {
      const std::size_t end = end_of_word(begin);
      const std::uint32_t blanks = begin == 0 ? 0 : pieces[begin].column - end_of(pieces[begin - 1]);
      const std::size_t together = comment_begins(begin) ? pieces.size() : end;
      const std::uint32_t width = end_of(pieces[together - 1]) - pieces[begin].column;
      if (column_ + blanks + width > columns_ && begin > 0) new_row();
      else column_ += blanks;
      for (; begin < end; ++begin) place(pieces[begin]);
    }
    return std::move(placed_);
  }

 private:
  static std::uint32_t end_of(const SourcePiece& piece) { return piece.column + letters_in(piece.text); }

  // Behind the last piece before a blank.
  [[nodiscard]] std::size_t end_of_word(std::size_t begin) const {
    std::size_t end = begin + 1;
    while (end < line_.pieces.size() && line_.pieces[end].column == end_of(line_.pieces[end - 1])) ++end;
    return end;
  }

  // A comment behind code goes to a row of its own rather than being torn.
  [[nodiscard]] bool comment_begins(std::size_t at) const {
    return line_.pieces[at].sort == Sort::comment && at > 0 && line_.pieces[at - 1].sort != Sort::comment;
  }

  void new_row() {
    if (row_ > 0 && column_ == further_) return;
    ++row_;
    column_ = further_;
    columns_ = further_columns_;
  }

  void place(SourcePiece piece) {
    if (column_ + letters_in(piece.text) > columns_) new_row();
    while (column_ + letters_in(piece.text) > columns_) {
      const std::string_view part = prefix(piece.text, columns_ - column_);
      placed_.push_back({piece.sort, row_, column_, part});
      piece.text.remove_prefix(part.size());
      ++row_;
      column_ = further_;
      columns_ = further_columns_;
    }
    placed_.push_back({piece.sort, row_, column_, piece.text});
    column_ += letters_in(piece.text);
  }

  const SourceLine& line_;
  std::uint32_t columns_, further_columns_;  // of this row, and of those to come
  std::uint32_t first_, further_;            // where the first row begins, and where the others do
  std::uint32_t row_ = 0, column_ = 0;
  std::vector<PlacedPiece> placed_;
};

}  // namespace

std::vector<SourceLine> source_lines(std::string_view text) {
  std::vector<SourceLine> lines;
  Cutter cutter;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(cutter.cut(text.substr(0, end), static_cast<std::uint32_t>(lines.size()) + 1));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<PlacedPiece> wrap(const SourceLine& line, std::uint32_t first_columns, std::uint32_t further_columns) {
  return Wrapper(line, first_columns, further_columns).wrap();
}

}  // namespace tilescope
