#include "tests/instrumentation/launching/classic_mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>

namespace tilescope::test {

namespace {

// A piece of the text, without blanks around it.
struct Piece {
  std::size_t begin = 0, end = 0;
};

class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text), code_(kernels_in(text)) {
    add_barriers();
    add_conditions_in_brackets("if");
    add_choices();
    add_kept();
    add_loops();
  }
  std::vector<ClassicMutant> found() && {
    std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) { return a.at < b.at; });
    std::vector<ClassicMutant> all;
    for (Found& found : found_) all.push_back(std::move(found.mutant));
    return all;
  }

 private:
  struct Found {
    std::size_t at = 0;
    ClassicMutant mutant;
  };

  [[nodiscard]] std::string_view piece(Piece of) const {
    return std::string_view(code_).substr(of.begin, of.end - of.begin);
  }
  [[nodiscard]] Piece trimmed(std::size_t begin, std::size_t end) const {
    while (begin < end && std::isspace(static_cast<unsigned char>(code_[begin])) != 0) ++begin;
    while (end > begin && std::isspace(static_cast<unsigned char>(code_[end - 1])) != 0) --end;
    return {begin, end};
  }
  // Every place where the pattern stands.
  template <class Do>
  void each(const char* pattern, const Do& act) const {
    const std::regex what(pattern);
    for (std::sregex_iterator match(code_.begin(), code_.end(), what), none; match != none; ++match)
      act(static_cast<std::size_t>(match->position()), static_cast<std::size_t>(match->length()));
  }
  // After the bracket that closes the one at `open`.
  [[nodiscard]] std::size_t behind_bracket(std::size_t open) const {
    int depth = 0;
    for (std::size_t at = open; at < code_.size(); ++at) {
      depth += code_[at] == '(' || code_[at] == '[' ? 1 : code_[at] == ')' || code_[at] == ']' ? -1 : 0;
      if (depth == 0) return at + 1;
    }
    return code_.size();
  }
  // Where `what` stands in the piece, but for what is in brackets.
  [[nodiscard]] std::vector<Piece> split(Piece of, std::string_view what) const {
    std::vector<Piece> all;
    std::size_t begin = of.begin;
    for (std::size_t at = of.begin; at < of.end;) {
      if (code_[at] == '(' || code_[at] == '[') {
        at = behind_bracket(at);
      } else if (code_.compare(at, what.size(), what) == 0) {
        all.push_back(trimmed(begin, at));
        begin = at += what.size();
      } else {
        ++at;
      }
    }
    all.push_back(trimmed(begin, of.end));
    return all;
  }

  void add(Piece of, std::string instead, bool is_barrier = false) {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(of.begin), '\n');
    std::string what = fmt::format("{} on line {}", piece(of), line);
    if (!names_.insert(what).second) what += fmt::format(", column {}", of.begin - text_.rfind('\n', of.begin));
    if (!places_.insert({of.begin, of.end}).second) return;
    const std::size_t length = of.end - of.begin;
    if (instead.size() < length) instead.resize(length, ' ');
    std::string mutated(text_);
    mutated.replace(of.begin, length, instead);
    found_.push_back({of.begin, {std::move(what), std::move(mutated), is_barrier}});
  }
  // One that lets go on what it guards, as does each of those that it is joined of.
  void add_condition(Piece of, bool goes_on) {
    add(of, goes_on ? "true" : "false");
    add_parts(of);
  }
  void add_parts(Piece of) {
    if (const std::vector<Piece> either = split(of, "||"); either.size() > 1) {
      for (const Piece each : either) add(each, "false");
    } else if (const std::vector<Piece> both = split(of, "&&"); both.size() > 1) {
      for (const Piece each : both) add(each, "true");
    }
  }

  void add_barriers() {
    each(R"(__sync(threads|warp)\(\))", [&](std::size_t at, std::size_t length) { add({at, at + length}, "", true); });
  }
  // What leaves where it holds does not leave.
  void add_conditions_in_brackets(const std::string& word) {
    each((R"(\b)" + word + R"( ?\()").c_str(), [&](std::size_t at, std::size_t length) {
      const std::size_t end = behind_bracket(at + length - 1);
      const Piece next = trimmed(end, code_.size());
      add_condition(trimmed(at + length, end - 1), !piece(next).starts_with("return"));
    });
  }
  // In front of a `?`, back to what begins the expression.
  void add_choices() {
    each(R"(\?)", [&](std::size_t at, std::size_t) {
      std::size_t begin = at;
      for (int depth = 0; begin > 0; --begin) {
        const char c = code_[begin - 1];
        depth += c == ')' || c == ']' ? 1 : c == '(' || c == '[' ? -1 : 0;
        if (depth < 0) break;
        if (depth > 0) continue;
        const bool compares = c == '=' && (code_[begin] == '=' ||
                                           std::string_view("=<>!").find(code_[begin - 2]) != std::string_view::npos);
        if (std::string_view(",;:?{}").find(c) != std::string_view::npos || (c == '=' && !compares)) break;
      }
      Piece condition = trimmed(begin, at);
      if (piece(condition).starts_with("return ")) condition = trimmed(condition.begin + 7, condition.end);
      if (std::regex_search(std::string(piece(condition)), std::regex("[<>=!]"))) add_condition(condition, true);
    });
  }
  void add_kept() {
    each(R"(\bbool \w+ = )",
         [&](std::size_t at, std::size_t length) { add_parts(trimmed(at + length, code_.find(';', at))); });
  }
  void add_loops() {
    each(R"(\bfor ?\()", [&](std::size_t at, std::size_t length) {
      const std::vector<Piece> parts = split({at + length, behind_bracket(at + length - 1) - 1}, ";");
      add_parts(parts[1]);
      // One step further than its bound, of a thread that begins at a place of its own.
      const std::string begins(piece(parts[0])), bound(piece(parts[1])), goes(piece(parts[2]));
      static const std::regex own(R"(= .*[a-z])"), steps(R"(\w+ \+= (.+))"), less(R"((\w+) < (.+))");
      std::smatch step, of;
      if (std::regex_search(begins, own) && std::regex_match(goes, step, steps) && std::regex_match(bound, of, less))
        add(parts[1], fmt::format("{} < {} + ({})", of[1].str(), of[2].str(), step[1].str()));
    });
  }

  std::string text_, code_;
  std::vector<Found> found_;
  std::set<std::string> names_;
  std::set<std::pair<std::size_t, std::size_t>> places_;
};

}  // namespace

std::string kernels_in(std::string_view text) {
  std::string code(text.substr(0, text.find("\nvoid reference")));
  for (std::size_t at = 0; (at = code.find("//", at)) != std::string::npos;)
    for (; at < code.size() && code[at] != '\n'; ++at) code[at] = ' ';
  return code;
}

std::vector<ClassicMutant> classic_mutants(std::string_view text) { return Finder(text).found(); }

}  // namespace tilescope::test
