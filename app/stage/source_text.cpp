#include "app/stage/source_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "app/stage/letters.h"

namespace tilescope {

namespace {

using Sort = SourcePiece::Sort;

constexpr std::array<std::string_view, 39> keywords{
    "auto",     "bool",      "break",   "case",     "char",     "class",  "const",  "constexpr", "continue", "default",
    "do",       "double",    "else",    "enum",     "false",    "float",  "for",    "if",        "inline",   "int",
    "long",     "namespace", "return",  "short",    "signed",   "size_t", "sizeof", "static",    "struct",   "switch",
    "template", "true",      "typedef", "typename", "unsigned", "using",  "void",   "volatile",  "while"};
constexpr std::array<std::string_view, 13> cuda_words{
    "__global__", "__device__", "__shared__", "__constant__", "__restrict__", "__launch_bounds__", "__syncthreads",
    "__syncwarp", "threadIdx",  "blockIdx",   "blockDim",     "gridDim",      "__forceinline__"};

bool in(const auto& words, std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (static_cast<unsigned char>(c) & 0x80) != 0;
}

// The letters that have room in so many columns; at least one, if there is any room.
std::string_view prefix(std::string_view text, std::size_t columns) {
  std::string_view rest = text;
  for (std::size_t used = 0; used < columns && !rest.empty();) {
    std::string_view behind = rest;
    used += columns_of_letter(take_letter(behind));
    if (used <= columns || rest.size() == text.size()) rest = behind;
  }
  return text.substr(0, text.size() - rest.size());
}

// Cuts line by line; the only state between lines is an open comment.
class Cutter {
 public:
  explicit Cutter(bool in_comment) : in_comment_(in_comment) {}

  SourceLine cut(std::string_view line, std::uint32_t number) {
    SourceLine result{number, 0, {}, {}};
    line_ = line;
    std::size_t counted = 0;  // the bytes counted so far
    std::uint32_t letters = 0;
    while (!line_.empty() && is_blank(line_.back())) line_.remove_suffix(1);
    for (at_ = 0; at_ < line_.size();) {
      if (at_ > longest_coloured) {
        result.pieces.push_back(rest(letters + letters_in(line_.substr(counted, at_ - counted))));
        break;
      }
      if (is_blank(peek())) {
        ++at_;
        continue;
      }
      const std::size_t begin = at_;
      if (!in_comment_ && ahead("//")) {
        result.comment = line_.substr(begin);
        break;
      }
      const Sort sort = next();
      letters += letters_in(line_.substr(counted, begin - counted));
      counted = begin;
      result.pieces.push_back({sort, letters, line_.substr(begin, at_ - begin)});
    }
    result.indent = static_cast<std::uint32_t>(std::find_if_not(line.begin(), line.end(), is_blank) - line.begin());
    return result;
  }

 private:
  static constexpr std::size_t longest_coloured = 10000;  // bytes of a line; what is behind them is one piece

  // The remaining bytes of a line.
  SourcePiece rest(std::uint32_t column) {
    const std::string_view text = line_.substr(at_);
    const Sort sort = in_comment_ ? Sort::comment : Sort::plain;
    in_comment_ = ends_in_comment(text, in_comment_);
    return {sort, column, text};
  }

  [[nodiscard]] bool ahead(std::string_view text) const { return line_.substr(at_).starts_with(text); }
  [[nodiscard]] char peek(std::size_t further = 0) const {
    return at_ + further < line_.size() ? line_[at_ + further] : '\0';
  }
  void skip_letters() {
    while (at_ < line_.size() && is_letter(line_[at_])) ++at_;
  }

  Sort next() {
    if (in_comment_ || ahead("/*")) return block_comment();
    if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) {
      while (at_ < line_.size() && (is_letter(peek()) || peek() == '.')) ++at_;
      return Sort::number;
    }
    if (is_letter(peek())) {
      const std::size_t begin = at_;
      skip_letters();
      const std::string_view word = line_.substr(begin, at_ - begin);
      const std::string_view before = line_.substr(0, begin);
      if (before.ends_with(".") || before.ends_with("->")) return Sort::plain;  // a member is not an array
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

  // Cut into words, so that it can be wrapped.
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
  bool in_comment_ = false;  // between /* and */
};

class Wrapper {
 public:
  Wrapper(const SourceLine& line, std::uint32_t first_columns, std::uint32_t further_columns)
      : pieces_(line.pieces), columns_(std::max(first_columns, 8U)), further_columns_(std::max(further_columns, 8U)) {
    column_ = std::min(line.indent, columns_ / 3);
    wrapped_.hang = std::min(column_ + 4, columns_ / 2);
    cut_words();
  }

  Wrapped wrap() {
    for (std::size_t begin = 0; begin < words_.size();) {
      const std::size_t end = end_of_row(begin);
      for (std::size_t word = begin; word < end; ++word) {
        if (word > begin) column_ += words_[word].blanks;
        for (std::size_t piece = words_[word].first; piece < words_[word].end; ++piece) place(pieces_[piece]);
      }
      begin = end;
      if (begin < words_.size()) new_row();
    }
    return std::move(wrapped_);
  }

 private:
  // Consecutive pieces without a space between them.
  struct Word {
    std::size_t first = 0, end = 0;
    std::uint32_t blanks = 0;  // spaces before it
    std::uint32_t width = 0;
    int depth = 0;            // of brackets around the spaces before it
    bool after_mark = false;  // follows a comma or a similar sign
  };

  void cut_words() {
    int depth = 0;
    for (std::size_t at = 0; at < pieces_.size(); ++at) {
      const SourcePiece& piece = pieces_[at];
      const std::uint32_t gap = at == 0 ? 0 : piece.column - end_of(pieces_[at - 1]);
      if (at == 0 || gap > 0)
        words_.push_back({at, at, gap, 0, depth, at > 0 && marks.find(pieces_[at - 1].text) != std::string_view::npos});
      words_.back().end = at + 1;
      words_.back().width += letters_in(piece.text);
      if (piece.text == "(" || piece.text == "[") ++depth;
      if (piece.text == ")" || piece.text == "]") --depth;
    }
  }

  static constexpr std::string_view marks = ",;=?:&|";
  static std::uint32_t end_of(const SourcePiece& piece) { return piece.column + letters_in(piece.text); }

  // The word that begins the next row: the one within reach where a break does the least harm.
  [[nodiscard]] std::size_t end_of_row(std::size_t begin) const {
    std::size_t best = begin + 1;
    double least = 1e9;
    std::uint32_t column = column_ + words_[begin].width;
    for (std::size_t word = begin + 1; word < words_.size(); ++word) {
      const double unused = static_cast<double>(columns_ - std::min(column, columns_)) / columns_;
      const double harm = 3.0 * words_[word].depth + (words_[word].after_mark ? 0 : 2) + 6 * unused;
      // Avoids a few letters alone in this row, and a bracket alone in the next.
      const bool torn = column - column_ < 8 || (word + 1 == words_.size() && words_[word].width < 3);
      if (const double all = harm + (torn ? 20 : 0); all < least) {
        least = all;
        best = word;
      }
      column += words_[word].blanks + words_[word].width;
      if (column > columns_) return best;
    }
    return words_.size();
  }

  void new_row() {
    ++wrapped_.rows;
    column_ = wrapped_.hang;
    columns_ = further_columns_;
  }

  void place(SourcePiece piece) {
    if (column_ + letters_in(piece.text) > columns_ && column_ > wrapped_.hang) new_row();
    while (column_ + letters_in(piece.text) > columns_) {
      const std::string_view part = prefix(piece.text, columns_ - column_);
      wrapped_.pieces.push_back({piece.sort, wrapped_.rows - 1, column_, part});
      piece.text.remove_prefix(part.size());
      new_row();
    }
    wrapped_.pieces.push_back({piece.sort, wrapped_.rows - 1, column_, piece.text});
    column_ += letters_in(piece.text);
  }

  const std::vector<SourcePiece>& pieces_;
  std::vector<Word> words_;
  std::uint32_t columns_, further_columns_;  // of this row and of later rows
  std::uint32_t column_ = 0;
  Wrapped wrapped_;
};

}  // namespace

std::uint32_t letters_in(std::string_view text) { return static_cast<std::uint32_t>(columns_in(text)); }

std::vector<SourceLine> source_lines(std::string_view text, bool in_comment) {
  std::vector<SourceLine> lines;
  Cutter cutter(in_comment);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(cutter.cut(text.substr(0, end), static_cast<std::uint32_t>(lines.size()) + 1));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

namespace {

// The piece with the number that the name is defined as; empty if the value is more than a number.
std::optional<std::size_t> number_given(const std::vector<SourcePiece>& pieces, std::string_view name) {
  const auto text = [&](std::size_t n) { return n < pieces.size() ? pieces[n].text : std::string_view(); };
  const bool defines = text(0) == "#define" || (text(0) == "#" && text(1) == "define");
  for (std::size_t n = 0; n < pieces.size(); ++n) {
    if (text(n) != name || pieces[n].sort == Sort::plain) continue;
    std::size_t at = n + 1;
    if (!defines) {
      if (text(at) != "=" && text(at) != "{") continue;
      if (text(at++) == "=" && text(at) == "=") continue;
    }
    while (text(at) == "(" || text(at) == "{" || text(at) == "-") ++at;
    constexpr std::string_view ends = ";,)}>";
    const bool is_all = at + 1 >= pieces.size() || ends.find(text(at + 1)) != std::string_view::npos;
    if (at < pieces.size() && pieces[at].sort == Sort::number && is_all) return at;
    if (defines) return std::nullopt;
  }
  return std::nullopt;
}

// Reads "32", "0x20u", "1'024".
std::optional<std::int64_t> whole_number(std::string_view text) {
  std::string digits;
  for (const char c : text)
    if (c != '\'') digits += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  while (!digits.empty() && (digits.back() == 'u' || digits.back() == 'l')) digits.pop_back();
  int base = 10;
  std::size_t begin = 0;
  if (digits.starts_with("0x"))
    base = 16, begin = 2;
  else if (digits.starts_with("0b"))
    base = 2, begin = 2;
  else if (digits.size() > 1 && digits.front() == '0')
    base = 8, begin = 1;
  std::int64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data() + begin, end, value, base);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::string> put_running(SourceLine& line, const RunningNumber& running, std::string_view words) {
  std::vector<SourcePiece>& pieces = line.pieces;
  std::optional<std::size_t> at = number_given(pieces, running.name);
  if (!at) return std::nullopt;
  const std::optional<std::int64_t> number = whole_number(pieces[*at].text);
  const bool is_negative = *at > 0 && pieces[*at - 1].text == "-";
  if (!number || (is_negative ? -*number : *number) == running.value) return std::nullopt;
  const std::string was = (is_negative ? "-" : "") + std::string(pieces[*at].text);
  const std::uint32_t end = pieces[*at].column + letters_in(pieces[*at].text);
  if (is_negative) {
    pieces[*at].column = pieces[*at - 1].column;
    pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(--*at));
  }
  pieces[*at].sort = Sort::running;
  pieces[*at].text = words;
  const std::uint32_t end_now = pieces[*at].column + letters_in(words);
  for (std::size_t n = *at + 1; n < pieces.size(); ++n) pieces[n].column = pieces[n].column - end + end_now;
  return was;
}

bool ends_in_comment(std::string_view text, bool begins_in_comment) {
  std::size_t begin = begins_in_comment ? text.find("*/") : 0;
  if (begin == std::string_view::npos) return true;
  if (begins_in_comment) begin += 2;
  for (std::size_t at = begin; at < text.size(); ++at) {
    const char quote = text[at];
    if (quote != '/' && quote != '"' && quote != '\'') continue;
    if (quote != '/') {  // a string ends with its line
      for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at)
        if (text[at] == '\\') ++at;
    } else if (text.substr(at, 2) == "//") {
      at = text.find('\n', at);
    } else if (text.substr(at, 2) == "/*") {
      at = text.find("*/", at + 2);
      if (at == std::string_view::npos) return true;
      ++at;
    }
    if (at == std::string_view::npos) return false;
  }
  return false;
}

std::uint32_t line_of_kernel(std::string_view text, std::string_view name) {
  constexpr std::string_view mark = "__global__";
  for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
    const std::size_t end = text.find_first_of("{;", at);
    if (end == std::string_view::npos || text[end] == ';') continue;
    const std::string_view head = text.substr(at, end - at);
    const std::size_t named = head.find(std::string(name) + '(');
    if (!name.empty() && (named == std::string_view::npos ||
                          std::isalnum(static_cast<unsigned char>(head[named - 1])) || head[named - 1] == '_'))
      continue;
    return static_cast<std::uint32_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) +
           1;
  }
  return 0;
}

Wrapped wrap(const SourceLine& line, std::uint32_t first_columns, std::uint32_t further_columns) {
  return Wrapper(line, first_columns, further_columns).wrap();
}

}  // namespace tilescope
