#include "tests/instrumentation/launching/mistakes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <string_view>

namespace tilescope::test {

namespace {

struct Token {
  std::string_view text;
  std::size_t at = 0;
};

bool is_of_word(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }
constexpr std::string_view word_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
bool is_name(std::string_view text) {
  return !text.empty() && is_of_word(text[0]) && std::isdigit(static_cast<unsigned char>(text[0])) == 0;
}

// Without comments, and lines that begin with #.
std::vector<Token> tokens_of(std::string_view text) {
  static constexpr std::array<std::string_view, 20> longer{
      "<<<", ">>>", "<<=", ">>=", "<=", ">=", "==", "!=", "&&", "||",
      "+=",  "-=",  "*=",  "/=",  "++", "--", "->", "::", "<<", ">>"};
  std::vector<Token> all;
  bool begins_line = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const auto skip_to = [&](std::string_view end, std::size_t more) {
      const std::size_t found = rest.find(end);
      at = found == std::string_view::npos ? text.size() : at + found + more;
    };
    if (rest[0] == '\n') begins_line = true;
    if (std::isspace(static_cast<unsigned char>(rest[0])) != 0) {
      ++at;
    } else if (rest.starts_with("//") || (rest[0] == '#' && begins_line)) {
      skip_to("\n", 0);
    } else if (rest.starts_with("/*")) {
      skip_to("*/", 2);
    } else {
      std::size_t length = 1;
      if (is_of_word(rest[0])) {
        const bool is_number = std::isdigit(static_cast<unsigned char>(rest[0])) != 0;
        while (length < rest.size() && (is_of_word(rest[length]) || (is_number && rest[length] == '.'))) ++length;
      } else {
        for (const std::string_view each : longer)
          if (rest.starts_with(each)) {
            length = each.size();
            break;
          }
      }
      all.push_back({rest.substr(0, length), at});
      at += length;
      begins_line = false;
    }
  }
  return all;
}

bool is_type(std::string_view word) {
  static const std::set<std::string_view> all{"float", "double",  "int",    "long",   "short",        "char",
                                              "const", "bool",    "size_t", "float4", "float2",       "unsigned",
                                              "T",     "auto",    "void",   "signed", "__restrict__", "int4",
                                              "uint4", "double2", "Real",   "real",   "Element",      "half"};
  return all.contains(word);
}
bool is_keyword(std::string_view word) {
  static const std::set<std::string_view> all{"return", "if", "for", "while", "else", "do", "case"};
  return all.contains(word);
}

class Kernels {
 public:
  explicit Kernels(const std::string& text) : text_(text), tokens_(tokens_of(text)) {
    note_macros();
    for (std::size_t n = 0; n < tokens_.size(); ++n) note_constant(n);
    for (std::size_t n = 0; n < tokens_.size(); ++n)
      if (is(n, "__global__") || is(n, "__device__")) find_body(n);
  }

  std::vector<Mistake> all() {
    for (const auto& [begin, end] : bodies_)
      for (std::size_t n = begin; n < end; ++n) change_at(n);
    std::vector<Mistake> all;
    for (auto& [kind, some] : made_)
      for (Mistake& one : some) all.push_back(std::move(one));
    return all;
  }

 private:
  [[nodiscard]] bool is(std::size_t n, std::string_view text) const {
    return n < tokens_.size() && tokens_[n].text == text;
  }
  [[nodiscard]] std::string_view at(std::size_t n) const {
    return n < tokens_.size() ? tokens_[n].text : std::string_view();
  }
  [[nodiscard]] std::size_t closing(std::size_t open) const {
    const std::string_view other = is(open, "(") ? ")" : is(open, "[") ? "]" : "}";
    std::size_t depth = 0;
    for (std::size_t n = open; n < tokens_.size(); ++n) {
      if (tokens_[n].text == tokens_[open].text) ++depth;
      if (tokens_[n].text == other && --depth == 0) return n;
    }
    return tokens_.size();
  }

  void find_body(std::size_t n) {
    while (n < tokens_.size() && !is(n, "(")) n = is(n + 1, "__launch_bounds__") ? closing(n + 2) + 1 : n + 1;
    const std::size_t close = closing(n);
    if (!is(close + 1, "{")) return;
    for (std::size_t p = n; p < close; ++p) note_parameter(n, p);
    bodies_.emplace_back(close + 2, closing(close + 1));
    note_locals(close + 2, closing(close + 1));
  }
  // #define NAME 8
  void note_macros() {
    constexpr std::string_view define = "#define ";
    for (std::size_t at = text_.find(define); at != std::string::npos; at = text_.find(define, at + 1)) {
      const std::size_t begin = at + define.size(), end = text_.find_first_not_of(word_letters, begin);
      if (end == std::string::npos || text_[end] != ' ') continue;
      if (std::isdigit(static_cast<unsigned char>(text_[text_.find_first_not_of(' ', end)])) != 0)
        constants_.push_back(text_.substr(begin, end - begin));
    }
  }
  // constexpr int NAME = 8, template <int NAME>
  void note_constant(std::size_t n) {
    const bool is_fixed = is(n - 2, "constexpr") || (is(n - 2, "const") && std::isdigit(at(n + 2)[0]) != 0) ||
                          is(n - 2, "<") || (is(n - 2, ",") && (is(n + 1, ",") || is(n + 1, ">")));
    if (n > 2 && is(n - 1, "int") && is_name(at(n)) && is_fixed) constants_.emplace_back(at(n));
  }
  // int NAME = ..., NAME = ...; and __shared__ float NAME[8], NAME[8];
  void note_locals(std::size_t begin, std::size_t end) {
    bool is_of_ints = false, is_shared = false;
    std::size_t depth = 0;
    for (std::size_t n = begin; n < end; ++n) {
      if (is(n, "(") || is(n, "[")) ++depth;
      if ((is(n, ")") || is(n, "]")) && depth > 0) --depth;
      if (is(n, ";") || is(n, "{")) is_of_ints = is_shared = false;
      if (is(n, "int") || is(n, "unsigned") || is(n, "size_t")) is_of_ints = true;
      if (is(n, "__shared__")) is_shared = true;
      if (!is_name(at(n)) || is_type(at(n)) || depth > 0) continue;
      if (is_of_ints && is(n + 1, "=")) locals_.emplace_back(at(n));
      if (is_shared && is(n + 1, "[")) shared_.emplace_back(at(n));
    }
  }
  // A name before a comma or the end; an array's where there is a * in what stands before.
  void note_parameter(std::size_t open, std::size_t n) {
    if (!is_name(at(n)) || !(is(n + 1, ",") || is(n + 1, ")"))) return;
    bool is_array = false, is_const = false, is_real = false;
    for (std::size_t b = n; b > open && !is(b, ","); --b) {
      is_array = is_array || is(b, "*");
      is_const = is_const || is(b, "const");
      is_real = is_real || is(b, "float") || is(b, "double") || is(b, "T");
    }
    if (!is_array) (is_real ? factors_ : numbers_).emplace_back(at(n));
    if (is_array && is_const) inputs_.emplace_back(at(n));
  }

  void add(const char* kind, std::size_t from, std::size_t to, const std::string& instead) {
    const std::size_t begin = tokens_[from].at, end = tokens_[to].at + tokens_[to].text.size();
    Mistake made{kind,
                 1 + static_cast<std::size_t>(
                         std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(begin), '\n')),
                 text_.substr(0, begin) + instead + text_.substr(end)};
    made_[kind].push_back(std::move(made));
  }
  [[nodiscard]] std::string between(std::size_t from, std::size_t to) const {  // both included
    return std::string(text_.substr(tokens_[from].at, tokens_[to].at + tokens_[to].text.size() - tokens_[from].at));
  }

  // Whether it stands between two values.
  [[nodiscard]] bool is_binary(std::size_t n) const {
    const std::string_view before = at(n - 1), after = at(n + 1);
    if (is_keyword(before) || is_type(before) || is_type(after)) return false;
    const bool left = is_of_word(before.back()) || before == ")" || before == "]";
    return left && (is_of_word(after[0]) || after == "(" || after == "&") && !is_cast(n);
  }
  // (float) * x
  [[nodiscard]] bool is_cast(std::size_t n) const { return is(n - 1, ")") && is_type(at(n - 2)); }
  [[nodiscard]] bool is_in_loop_head(std::size_t n) const {
    for (std::size_t b = n, depth = 0; b > 0 && !is(b, "{") && !is(b, "}"); --b) {
      if (is(b, ")")) ++depth;
      if (!is(b, "(")) continue;
      if (depth == 0 && is(b - 1, "for")) return true;
      if (depth > 0) --depth;
    }
    return false;
  }
  // The end of what a comparison compares with: a name, and what is after it in brackets or by * and +.
  [[nodiscard]] std::size_t end_of_side(std::size_t n) const {
    std::size_t depth = 0;
    for (;; ++n) {
      if (is(n, "(") || is(n, "[")) ++depth;
      if ((is(n + 1, ")") || is(n + 1, "]"))) {
        if (depth == 0) return n;
        --depth;
      }
      if (depth == 0 && (is(n + 1, "&&") || is(n + 1, "||") || is(n + 1, "?") || is(n + 1, ";"))) return n;
      if (n + 1 >= tokens_.size()) return n;
    }
  }
  [[nodiscard]] std::size_t begin_of_side(std::size_t n) const {
    std::size_t depth = 0;
    for (;; --n) {
      if (is(n, ")") || is(n, "]")) ++depth;
      const bool opens = is(n - 1, "(") || is(n - 1, "[");
      if (opens && depth == 0) return n;
      if (opens) --depth;
      if (depth == 0 && (is(n - 1, "&&") || is(n - 1, "||") || is(n - 1, "=") || is(n - 1, "return") ||
                         is(n - 1, ";") || is(n - 1, "!") || is(n - 1, "?")))
        return n;
      if (n < 2) return n;
    }
  }

  void change_at(std::size_t n) {
    const std::string_view t = at(n);
    if (t == "__syncthreads") change_barrier(n);
    if (t == "<" || t == "<=" || t == ">" || t == ">=") change_comparison(n);
    if (t == "==" && is_binary(n)) add("not equal for equal", n, n, "!=");
    if (t == "&&") add("or for and", n, n, "||");
    if (t == "+=" || t == "-=") change_assignment(n);
    if ((t == "*" || t == "+" || t == "-" || t == "/" || t == "%") && is_binary(n)) change_operator(n);
    if (t == "threadIdx" || t == "blockIdx" || t == "blockDim" || t == "gridDim") change_coordinate(n);
    if (t == "atomicAdd") change_atomic(n);
    if (t == "+" && is_binary(n)) leave_out_term(n);
    if (t == "/" && is(n - 1, ")")) round_down(n);
    if (t == "=" || t == "+=") change_store(n);
    if (t == "[") change_index(n);
    if (t == "=" && is_name(at(n - 1)) && is(n + 2, ";") && (at(n + 1) == "0" || at(n + 1).starts_with("0.")))
      add("begun too late", n + 1, n + 1, "1");
    if (std::isdigit(static_cast<unsigned char>(t[0])) != 0 && t.find('.') == std::string_view::npos && is_whole(t) &&
        !is(n - 1, "=") && !is(n - 1, "["))
      add("another number", n, n, std::to_string(std::stoi(std::string(t)) + 1));
    if (is_name(t) && !is(n - 1, ".") && !is(n - 1, "->")) change_name(n);
  }
  [[nodiscard]] static bool is_whole(std::string_view t) {
    return t.size() < 6 && std::all_of(t.begin(), t.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  }

  void change_barrier(std::size_t n) {
    if (!is(n + 3, ";")) return;
    add("a barrier left out", n, n + 3, ";");
    std::size_t from = n - 1;  // the statement before it
    if (!is(from, ";")) return;
    for (--from; from > 0 && !is(from, ";") && !is(from, "{") && !is(from, "}") && !is(from, ")");) --from;
    if (!is(from, ")")) add("a barrier too early", from + 1, n + 3, "__syncthreads(); " + between(from + 1, n - 1));
    std::size_t to = n + 4;  // and the one after it
    while (to < tokens_.size() && !is(to, ";") && !is(to, "{") && !is(to, "}")) ++to;
    if (is(to, ";") && !is(n + 4, "for")) add("a barrier too late", n, to, between(n + 4, to) + " __syncthreads();");
  }
  void change_comparison(std::size_t n) {
    if (!is_binary(n)) return;
    if (at(n - 1).ends_with("_cast") || is(n - 1, "template") || is(n + 2, ">") || is(n + 2, "*")) {
      if (!is(n + 2, "*") || is_type(at(n + 1)) || at(n - 1).ends_with("_cast")) return;
    }
    const bool loops = is_in_loop_head(n);
    const std::string_view t = at(n);
    add(loops ? "a step too many or few" : "a guard off by one", n, n,
        t == "<"    ? "<="
        : t == "<=" ? "<"
        : t == ">"  ? ">="
                    : ">");
    if (loops) {
      add("a bound one less", n + 1, end_of_side(n + 1), "(" + between(n + 1, end_of_side(n + 1)) + ") - 1");
    } else {
      const std::size_t begin = begin_of_side(n - 1), end = end_of_side(n + 1);
      add("a guard left out", begin, end, t.starts_with('<') ? "true" : "false");
    }
  }
  void change_assignment(std::size_t n) {
    if (is_in_loop_head(n)) {
      add("another stride", n + 1, end_of_side(n + 1), "2 * (" + between(n + 1, end_of_side(n + 1)) + ")");
      add("a stride one more", n + 1, end_of_side(n + 1), "1 + (" + between(n + 1, end_of_side(n + 1)) + ")");
      return;
    }
    add("a sum begun anew", n, n, "=");
    add("taken away for added", n, n, is(n, "+=") ? "-=" : "+=");
  }
  void change_operator(std::size_t n) {
    const std::string_view t = at(n);
    const bool of_elements = is(n - 1, "]") || is(n + 2, "[");
    if (t == "*") add(of_elements ? "a sum for a product" : "plus for times", n, n, "+");
    if (t == "+") add("minus for plus", n, n, "-");
    if (t == "-") add("plus for minus", n, n, "+");
    if (t == "/") add("the rest for the quotient", n, n, "%");
    if (t == "%") add("the quotient for the rest", n, n, "/");
  }
  // atomicAdd(&x, y)
  void change_atomic(std::size_t n) {
    const std::size_t close = closing(n + 1);
    std::size_t comma = n + 2;
    for (std::size_t depth = 0; comma < close; ++comma) {
      if (is(comma, "(") || is(comma, "[")) ++depth;
      if (is(comma, ")") || is(comma, "]")) --depth;
      if (depth == 0 && is(comma, ",")) break;
    }
    if (comma >= close) return;
    const std::string place = is(n + 2, "&") ? between(n + 3, comma - 1) : "*(" + between(n + 2, comma - 1) + ")";
    add("added without an atomic", n, close, place + " += " + between(comma + 1, close - 1));
  }
  void leave_out_term(std::size_t n) {
    std::size_t end = n, depth = 0;
    for (;; ++end) {
      if (is(end, "(") || is(end, "[")) ++depth;
      if ((is(end, ")") || is(end, "]"))) --depth;
      if (depth > 0) continue;
      static constexpr std::array<std::string_view, 16> ends{")",  "]",  ";",  ",",  "+", "-", "<",  ">",
                                                             "<=", ">=", "&&", "||", "?", ":", "==", "!="};
      if (std::find(ends.begin(), ends.end(), at(end + 1)) != ends.end() || end + 1 >= tokens_.size()) break;
    }
    add("a term left out", n, end, "");
    std::size_t begin = n;  // the one before it, where nothing else is
    for (depth = 0; begin > 0; --begin) {
      if (is(begin - 1, ")") || is(begin - 1, "]")) ++depth;
      if (is(begin - 1, "(") || is(begin - 1, "[")) {
        if (depth == 0) break;
        --depth;
      }
      if (depth == 0 && (is(begin - 1, "=") || is(begin - 1, ",") || is(begin - 1, "return"))) break;
      if (depth == 0 && !is_of_word(at(begin - 1)[0]) && !is(begin - 1, "*") && !is(begin - 1, ".") &&
          !is(begin - 1, "(") && !is(begin - 1, "["))
        return;
    }
    add("a term left out", begin, n, "");
  }
  // (x + y - 1) / y
  void round_down(std::size_t n) {
    if (!is(n - 2, "1") || !is(n - 3, "-")) return;
    std::size_t plus = n - 4;
    while (plus > 0 && !is(plus, "+") && !is(plus, "(")) --plus;
    if (is(plus, "+")) add("rounded down", plus, n - 2, "");
  }
  // x[...] = ...; and sum = 0;
  void change_store(std::size_t n) {
    std::size_t begin = n, end = n;
    while (begin > 0 && !is(begin - 1, ";") && !is(begin - 1, "{") && !is(begin - 1, "}")) --begin;
    while (end < tokens_.size() && !is(end, ";")) ++end;
    if (is_name(at(begin)) && is(begin + 1, "[") && closing(begin + 1) + 1 == n)
      add("a store left out", begin, end, ";");
    if (!is(n, "=") || !(at(n + 1) == "0" || at(n + 1).starts_with("0.")) || end != n + 2) return;
    if (begin + 1 == n) add("a sum never begun anew", begin, end, ";");
    if (begin + 2 == n && is_type(at(begin))) declare_outside(begin, end);
  }
  // Before the loop in whose body it stands.
  void declare_outside(std::size_t begin, std::size_t end) {
    std::size_t brace = begin;
    for (std::size_t depth = 0; brace > 0; --brace) {
      if (is(brace, "}")) ++depth;
      if (is(brace, "{") && depth-- == 0) break;
    }
    if (!is(brace - 1, ")")) return;
    std::size_t open = brace - 1;
    for (std::size_t depth = 0; open > 0; --open) {
      if (is(open, ")")) ++depth;
      if (is(open, "(") && --depth == 0) break;
    }
    if (!is(open - 1, "for")) return;
    add("a sum never begun anew", open - 1, end, between(begin, end) + " " + between(open - 1, begin - 1));
  }
  void change_coordinate(std::size_t n) {
    if (!is(n + 1, ".")) return;
    if (is(n + 2, "x")) add("y for x", n + 2, n + 2, "y");
    if (is(n + 2, "y")) add("x for y", n + 2, n + 2, "x");
    if (is(n, "threadIdx")) add("block for thread", n, n, "blockIdx");
    if (is(n, "blockIdx")) add("thread for block", n, n, "threadIdx");
  }
  // [a][b] and [r * s + c]
  void change_index(std::size_t n) {
    const std::size_t end = closing(n);
    if (end >= tokens_.size()) return;
    if (is(end + 1, "[")) {
      const std::size_t other = closing(end + 1);
      const std::string one = between(n + 1, end - 1), two = between(end + 2, other - 1);
      if (one != two && !is_type(at(n - 2))) add("two indices swapped", n, other, "[" + two + "][" + one + "]");
    }
    add("one further", n + 1, end - 1, between(n + 1, end - 1) + " + 1");
    std::size_t depth = 0, times = 0, plus = 0;
    for (std::size_t b = n + 1; b < end; ++b) {
      if (is(b, "(") || is(b, "[")) ++depth;
      if (is(b, ")") || is(b, "]")) --depth;
      if (depth > 0) continue;
      if (is(b, "*") && times == 0) times = b;
      if (is(b, "+") && times != 0 && plus == 0) plus = b;
    }
    if (times == 0 || plus == 0) return;
    const std::string row = between(n + 1, times - 1), column = between(plus + 1, end - 1);
    add("row and column swapped", n + 1, end - 1, "(" + column + ") * " + between(times + 1, plus - 1) + " + " + row);
  }
  // Another input, another number, or another shared array.
  void change_name(std::size_t n) {
    const auto next_of = [&](const std::vector<std::string>& names) -> std::string {
      const auto place = std::find(names.begin(), names.end(), at(n));
      if (place == names.end() || names.size() < 2) return "";
      return place + 1 == names.end() ? names.front() : *(place + 1);
    };
    if (const std::string other = next_of(inputs_); !other.empty()) add("A for B", n, n, other);
    if (const std::string other = next_of(numbers_); !other.empty()) add("another side", n, n, other);
    if (const std::string other = next_of(constants_); !other.empty()) add("another constant", n, n, other);
    const bool is_used = !is(n + 1, "=") && !is_type(at(n - 1)) && !is(n - 1, "__shared__");
    if (const std::string other = next_of(locals_); is_used && !other.empty()) add("another index", n, n, other);
    if (const std::string other = next_of(shared_); is_used && !other.empty() && !is(n - 1, ","))
      add("another tile", n, n, other);
    if (std::find(factors_.begin(), factors_.end(), at(n)) == factors_.end()) return;
    if (is(n + 1, "*")) add("a factor left out", n, n + 1, "");
    if (is(n - 1, "*")) add("a factor left out", n - 1, n, "");
  }

  const std::string& text_;
  std::vector<Token> tokens_;
  std::vector<std::pair<std::size_t, std::size_t>> bodies_;
  std::vector<std::string> inputs_, numbers_, factors_;   // that the kernels are given
  std::vector<std::string> locals_, constants_, shared_;  // whole numbers, and arrays
  std::map<std::string, std::vector<Mistake>> made_;
};

}  // namespace

std::vector<Mistake> mistakes_in(const std::string& text) { return Kernels(text).all(); }

}  // namespace tilescope::test
