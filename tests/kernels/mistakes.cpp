#include "tests/kernels/mistakes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <string_view>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/check_result.h"
#include "kernels/catalogue.h"

namespace tilescope::test {

namespace {

struct Token {
  std::string_view text;
  std::size_t at = 0;
};

bool is_of_word(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }
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
  }
  // A name before a comma or the end; an array's where there is a * in what stands before.
  void note_parameter(std::size_t open, std::size_t n) {
    if (!is_name(at(n)) || !(is(n + 1, ",") || is(n + 1, ")"))) return;
    bool is_array = false, is_const = false;
    for (std::size_t b = n; b > open && !is(b, ","); --b) {
      is_array = is_array || is(b, "*");
      is_const = is_const || is(b, "const");
    }
    if (!is_array) numbers_.emplace_back(at(n));
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
  // The end of what a comparison compares with: a name, and what is behind it in brackets or by * and +.
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
    if (t == "threadIdx" || t == "blockIdx" || t == "blockDim") change_coordinate(n);
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
    std::size_t to = n + 4;  // and the one behind it
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
  }

  const std::string& text_;
  std::vector<Token> tokens_;
  std::vector<std::pair<std::size_t, std::size_t>> bodies_;
  std::vector<std::string> inputs_, numbers_;
  std::map<std::string, std::vector<Mistake>> made_;
};

Trace recorded(const RecordedKernel& kernel, const Launch& launch) {
  RecordOptions how;
  how.memory = std::uint64_t{1} << 30;
  return make_cpu_executor()->record(kernel, launch, how);
}

bool has_findings(const Trace& trace) {
  const Hazards found = hazards(trace);
  return std::any_of(found.findings.begin(), found.findings.end(), [](const Finding& finding) {
    return finding.severity == Severity::error && finding.hazard != Hazard::wrong_result;
  });
}

bool is_right(const Launch& launch) {
  const Trace trace = recorded(recorded_kernel(launch), launch);
  const Hazards found = reading::judged(trace);
  return !trace.fault() && found.is_right() && !found.errors();
}

// The launch of another kernel's text that is given the same.
std::optional<Launch> of_text(const std::string& text, const Launch& launch) {
  const RecordedKernel& right = *launch.program;
  const auto changed = std::make_shared<RecordedKernel>(right);
  const language::Program program =
      language::read(text, {.knobs = right.knobs, .defined = right.defined, .host_values = {}});
  const machine::Code& before = right.prepared->code();
  const language::Kernel* const kernel = program.kernel(before.kernel->name);
  if (kernel == nullptr || !kernel->runnable) return std::nullopt;
  changed->text = text;
  changed->prepared = std::make_shared<machine::Prepared>(program, *kernel);
  const machine::Code& code = changed->prepared->code();
  Launch same = launch;
  same.buffers.assign(code.arrays.size(), {});
  const auto product = reading::product_of(launch);
  auto moved = product;
  for (std::uint32_t n = 0; n < code.arrays.size(); ++n)
    for (std::size_t old = 0; old < before.arrays.size(); ++old) {
      if (before.arrays[old].name != code.arrays[n].name) continue;
      same.buffers[n] = launch.buffers[old];
      for (reading::Matrix reading::Product::*const matrix :
           {&reading::Product::a, &reading::Product::b, &reading::Product::c})
        if (product && ((*product).*matrix).array == old) ((*moved).*matrix).array = n;
    }
  if (moved) same.meaning = reading::meaning_of(*moved);
  if (code.scalars.size() != before.scalars.size()) return std::nullopt;
  same.program = changed;
  return same;
}

}  // namespace

std::vector<Mistake> mistakes_in(const std::string& text) { return Kernels(text).all(); }

std::vector<Launch> launches_meant_for(const std::filesystem::path& file) {
  constexpr std::size_t enough = 5;
  constexpr std::int64_t most_products = 1 << 19;
  Request request;
  request.kernel = file.string();
  const Launch first = plan(request);
  const auto [m_first, n_first, k_first] = reading::sides_of(first);
  const std::array<std::int64_t, 3> s{m_first, n_first, k_first};
  std::vector<Launch> all;
  if (is_right(first)) all.push_back(first);
  static constexpr std::array<std::array<std::int64_t, 6>, 14> others{{{2, 1, 2, 3, 2, 5},
                                                                       {1, 1, 1, 3, 1, 2},
                                                                       {2, 0, 3, 0, 4, 0},
                                                                       {3, 0, 2, 0, 2, 0},
                                                                       {1, 0, 2, 0, 3, 0},
                                                                       {2, 4, 2, 8, 2, 12},
                                                                       {2, 1, 1, 5, 2, 0},
                                                                       {2, 1, 2, 1, 2, 1},
                                                                       {1, 3, 1, 3, 1, 3},
                                                                       {2, 0, 2, 0, 2, 0},
                                                                       {3, 0, 3, 0, 3, 0},
                                                                       {1, -1, 1, -1, 1, -1},
                                                                       {2, 1, 3, 2, 1, 0},
                                                                       {2, 0, 3, 0, 1, 0}}};
  for (const auto& [m, m_more, n, n_more, k, k_more] : others) {
    request.m = s[0] * m + m_more, request.n = s[1] * n + n_more, request.k = s[2] * k + k_more;
    if (std::min({*request.m, *request.n, *request.k}) < 1 || all.size() >= enough ||
        *request.m * *request.n * *request.k > most_products)
      continue;
    try {
      const Launch launch = plan(request);
      if (is_right(launch)) all.push_back(launch);
    } catch (const Error&) {  // it takes no such sides
    }
  }
  return all;
}

Effect effect_of(const std::string& text, const std::vector<Launch>& launches) {
  for (const Launch& launch : launches) try {
      const std::optional<Launch> same = of_text(text, launch);
      if (!same) return Effect::refused;
      const Trace before = recorded(recorded_kernel(launch), launch), after = recorded(*same->program, *same);
      const bool left_the_same = std::ranges::equal(before.left(reading::result_of(before.launch())),
                                                    after.left(reading::result_of(after.launch())));
      if (after.fault() || !left_the_same || has_findings(after)) return Effect::changes;
    } catch (const Error&) {
      return Effect::refused;
    }
  return Effect::none;
}

}  // namespace tilescope::test
