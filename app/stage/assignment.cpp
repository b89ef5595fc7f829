#include "app/stage/assignment.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/stage/source_text.h"

namespace tilescope {

namespace {

constexpr std::uint32_t most_rows_of_statement = 12;

// A piece of a statement and its place in letters.
struct StatementToken {
  SourcePiece::Sort sort = SourcePiece::Sort::plain;
  std::uint32_t row = 0, column = 0;
  std::string_view text;

  [[nodiscard]] bool is_next_to(const StatementToken& before) const {
    return row == before.row && column == before.column + letters_in(before.text);
  }
};
using StatementTokens = std::vector<StatementToken>;

// The pieces of a line, and of the lines that its last statement continues on.
StatementTokens statement_tokens(std::string_view text, std::uint32_t line) {
  for (std::uint32_t n = 1; n < line; ++n) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  StatementTokens tokens;
  for (std::uint32_t row = 0; row < most_rows_of_statement && !text.empty(); ++row) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    for (const SourceLine& one : source_lines(text.substr(0, end)))
      for (const SourcePiece& piece : one.pieces)
        if (piece.sort != SourcePiece::Sort::comment) tokens.push_back({piece.sort, row, piece.column, piece.text});
    text.remove_prefix(std::min(end + 1, text.size()));
    constexpr std::string_view ends = ";{}";
    if (!tokens.empty() && ends.find(tokens.back().text) != std::string_view::npos) break;
  }
  return tokens;
}

// Reads the right side. An operand is a name with indices and members, or a number, with or without a cast.
class ShapeReader {
 public:
  ShapeReader(const StatementTokens& tokens, std::size_t begin, std::size_t end)
      : tokens_(tokens), at_(begin), end_(end) {}

  std::string shape() {
    strip_brackets();
    if (const std::size_t question = at_top("?"); question < end_) return choice(question);
    if (text(at_) == "{" && behind(at_) == end_) return plain_ones(at_ + 1, end_ - 1) ? "x" : "";
    if (std::string called = call(); !called.empty()) return called;
    std::string shape;
    while (true) {
      if (!operand()) return "";
      shape += 'x';
      if (at_ == end_) return shape;
      const std::string_view op = text(at_);
      if (op != "+" && op != "-" && op != "*") return "";
      if (at_ + 1 < end_ && text(at_ + 1) == op && tokens_[at_ + 1].is_next_to(tokens_[at_])) return "";  // ++, --
      shape += op;
      ++at_;
    }
  }

 private:
  [[nodiscard]] std::string_view text(std::size_t n) const { return n < end_ ? tokens_[n].text : std::string_view(); }
  [[nodiscard]] bool is_name(std::size_t n) const {
    return n < end_ && (tokens_[n].sort == SourcePiece::Sort::name || tokens_[n].sort == SourcePiece::Sort::cuda);
  }
  static bool opens(std::string_view text) { return text == "(" || text == "[" || text == "{"; }
  static bool closes(std::string_view text) { return text == ")" || text == "]" || text == "}"; }

  // The position after the bracket that closes the one at n.
  [[nodiscard]] std::size_t behind(std::size_t n) const {
    int depth = 0;
    for (; n < end_; ++n) {
      if (opens(text(n))) ++depth;
      if (closes(text(n)) && --depth == 0) return n + 1;
    }
    return end_;
  }
  // The next such piece outside brackets; the end if there is none.
  [[nodiscard]] std::size_t at_top(std::string_view wanted) const {
    for (std::size_t n = at_; n < end_; ++n) {
      if (opens(text(n)))
        n = behind(n) - 1;
      else if (text(n) == wanted)
        return n;
    }
    return end_;
  }
  void strip_brackets() {
    while (at_ < end_ && text(at_) == "(" && behind(at_) == end_ && text(end_ - 1) == ")") ++at_, --end_;
  }
  [[nodiscard]] std::string shape_between(std::size_t begin, std::size_t end) const {
    return ShapeReader(tokens_, begin, end).shape();
  }

  std::string choice(std::size_t question) {
    at_ = question + 1;
    const std::size_t colon = at_top(":");
    if (colon == end_) return "";
    const std::string yes = shape_between(at_, colon), no = shape_between(colon + 1, end_);
    const auto is_plain = [](const std::string& shape) { return shape == "x" || shape == "?x"; };
    return is_plain(yes) && is_plain(no) ? "?x" : "";
  }

  // "fmaf(a, b, c)" is a product plus a sum, "fmaxf(a, b)" a maximum.
  std::string call() {
    constexpr std::array<std::string_view, 4> sums{"fma", "fmaf", "__fmaf_rn", "__fma_rn"};
    constexpr std::array<std::string_view, 3> least{"min", "fmin", "fminf"}, greatest{"max", "fmax", "fmaxf"};
    const auto is_one_of = [&](const auto& names) {
      return std::find(names.begin(), names.end(), text(at_)) != names.end();
    };
    if (text(at_) == "std" && text(at_ + 1) == ":" && text(at_ + 2) == ":") at_ += 3;
    if (!is_name(at_) || text(at_ + 1) != "(" || behind(at_ + 1) != end_) return "";
    const std::optional<std::size_t> plain = plain_ones(at_ + 2, end_ - 1);
    if (!plain) return "";
    if (text(at_).starts_with("make_")) return "x";  // a vector of plain operands
    if (*plain == 3 && is_one_of(sums)) return "x*x+x";
    if (*plain != 2) return "";
    return is_one_of(least) ? "min(x,x)" : is_one_of(greatest) ? "max(x,x)" : "";
  }
  // The number of operands between commas; empty if one of them is not plain.
  [[nodiscard]] std::optional<std::size_t> plain_ones(std::size_t begin, std::size_t end) const {
    ShapeReader inside(tokens_, begin, end);
    std::size_t found = 0;
    while (inside.at_ < inside.end_) {
      const std::size_t comma = inside.at_top(",");
      if (shape_between(inside.at_, comma) != "x") return std::nullopt;
      ++found;
      inside.at_ = comma + 1;
    }
    return found;
  }

  bool operand() {
    if (at_ < end_ && (text(at_) == "*" || text(at_) == "&")) ++at_;  // dereferencing, or an address
    if (at_ < end_ && text(at_) == "(") {
      const std::size_t end = behind(at_);
      const bool is_cast =
          is_type(at_ + 1, end - 1) && end < end_ && (is_name(end) || is_number(end) || opens(text(end)));
      if (is_cast) {
        at_ = end;
        return operand();
      }
      ShapeReader inside(tokens_, at_ + 1, end - 1);
      if (!inside.operand() || inside.at_ != inside.end_) return false;
      at_ = end;
      return members();
    }
    if (at_ < end_ && text(at_) == "-" && is_number(at_ + 1)) ++at_;
    if (is_number(at_)) return ++at_, true;
    if (is_conversion(at_)) {
      const std::size_t bracket = text(at_ + 1) == "<" ? behind_angle(at_ + 1) : at_ + 1;
      if (text(bracket) != "(") return false;
      const std::size_t end = behind(bracket);
      ShapeReader inside(tokens_, bracket + 1, end - 1);
      if (!inside.operand() || inside.at_ != inside.end_) return false;
      at_ = end;
      return members();
    }
    if (!is_name(at_)) return false;
    ++at_;
    return members();
  }
  // Skips indices and members after a name. Returns false for a function, which is not an operand.
  bool members() {
    while (at_ < end_) {
      if (text(at_) == "[") {
        at_ = behind(at_);
      } else if (text(at_) == "." && at_ + 1 < end_) {
        at_ += 2;
      } else if (text(at_) == "-" && text(at_ + 1) == ">" && at_ + 2 < end_) {
        at_ += 3;
      } else {
        return text(at_) != "(" && text(at_) != "<";
      }
    }
    return true;
  }
  [[nodiscard]] bool is_number(std::size_t n) const { return n < end_ && tokens_[n].sort == SourcePiece::Sort::number; }
  [[nodiscard]] bool is_type(std::size_t begin, std::size_t end) const {
    if (begin >= end) return false;
    for (std::size_t n = begin; n < end; ++n) {
      const bool is_word = tokens_[n].sort == SourcePiece::Sort::keyword || is_name(n);
      if (!is_word && text(n) != "*") return false;
    }
    return true;
  }
  // Whether the function returns its argument as another type.
  [[nodiscard]] bool is_conversion(std::size_t n) const {
    constexpr std::array<std::string_view, 10> names{"float",       "double",           "int",   "unsigned",
                                                     "static_cast", "reinterpret_cast", "__ldg", "__half2float",
                                                     "long",        "__float2half"};
    return std::find(names.begin(), names.end(), text(n)) != names.end();
  }
  [[nodiscard]] std::size_t behind_angle(std::size_t n) const {
    while (n < end_ && text(n) != ">") ++n;
    return n + 1;
  }

  const StatementTokens& tokens_;
  std::size_t at_, end_;
};

// The assignment operator that begins here, and its number of pieces; 0 if there is none.
std::pair<std::string, std::size_t> assigning_operator(const StatementTokens& tokens, std::size_t at) {
  const auto is = [&](std::size_t n, std::string_view wanted) {
    return n < tokens.size() && tokens[n].text == wanted && (n == at || tokens[n].is_next_to(tokens[n - 1]));
  };
  if (is(at, "=")) return is(at + 1, "=") ? std::pair<std::string, std::size_t>{"", 0} : std::pair{"=", 1};
  for (const std::string_view op : {"+", "-", "*", "/", "%", "&", "|", "^"})
    if (is(at, op) && is(at + 1, "=")) return {std::string(op) + "=", 2};
  for (const std::string_view op : {"<", ">"})
    if (is(at, op) && is(at + 1, op) && is(at + 2, "=")) return {std::string(op) + std::string(op) + "=", 3};
  return {"", 0};
}

// The position after the indices and members of the name at n.
std::size_t behind_place(const StatementTokens& tokens, std::size_t n) {
  for (++n; n < tokens.size();) {
    if (tokens[n].text == "[") {
      for (int depth = 0; n < tokens.size(); ++n) {
        if (tokens[n].text == "[") ++depth;
        if (tokens[n].text == "]" && --depth == 0) break;
      }
      ++n;
    } else if (tokens[n].text == ".") {
      n += 2;
    } else {
      break;
    }
  }
  return n;
}

// The end of the right side that begins here.
std::size_t end_of_right_side(const StatementTokens& tokens, std::size_t at) {
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    const std::string_view text = tokens[at].text;
    if (text == "(" || text == "[" || text == "{") ++depth;
    if (text == ")" || text == "]" || text == "}") --depth;
    if (depth < 0 || (depth == 0 && (text == ";" || text == ","))) break;
  }
  return at;
}

std::string text_of_tokens(const StatementTokens& tokens, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t n = begin; n < end; ++n) {
    if (n > begin && !tokens[n].is_next_to(tokens[n - 1])) text += ' ';
    text += tokens[n].text;
  }
  return text;
}

}  // namespace

std::optional<Assignment> assignment_in(std::string_view text, std::uint32_t line, std::string_view name) {
  if (line == 0 || name.empty()) return std::nullopt;
  const StatementTokens tokens = statement_tokens(text, line);
  std::optional<Assignment> found;
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    if (tokens[n].sort != SourcePiece::Sort::name || tokens[n].text != name) continue;
    const std::size_t behind = behind_place(tokens, n);
    auto [op, pieces] = assigning_operator(tokens, behind);
    if (pieces == 0) continue;
    if (found) return std::nullopt;
    const std::size_t begin = behind + pieces, end = end_of_right_side(tokens, begin);
    if (begin >= end) return std::nullopt;
    found = Assignment{std::move(op), text_of_tokens(tokens, begin, end), ShapeReader(tokens, begin, end).shape()};
  }
  return found;
}

std::string shortened_text(std::string_view text, std::size_t most) {
  if (letters_in(text) <= most) return std::string(text);
  const std::string_view more = "...";
  std::size_t end = 0;  // after the last space that fits
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] == ' ' && letters_in(text.substr(0, at + 1)) + more.size() <= most) end = at + 1;
  return std::string(text.substr(0, end)).append(more);
}

}  // namespace tilescope
