// Corrects misspelled keywords where a keyword fits and a name does not.
#include <algorithm>
#include <array>
#include <string>

#include "instrumentation/language/parser/parsing.h"
#include "instrumentation/nearest.h"

namespace tilescope::language {

namespace {

// True if one or two letters differ, or only the order of the letters.
bool is_similar(std::string_view typed, std::string_view word) {
  if (typed.size() + 2 < word.size() || word.size() + 2 < typed.size() || typed.size() < 2) return false;
  std::string a(typed), b(word);
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  if (a == b) return true;
  return letters_apart(typed, word) <= (std::min(typed.size(), word.size()) > 4 ? 2U : 1U);
}

template <std::size_t size>
std::string_view similar(std::string_view typed, const std::array<std::string_view, size>& words) {
  const std::string_view word = nearest(typed, words);
  if (is_similar(typed, word)) return word;
  const auto* const found =
      std::find_if(words.begin(), words.end(), [&](std::string_view each) { return is_similar(typed, each); });
  return found == words.end() ? std::string_view{} : *found;
}

constexpr std::array<std::string_view, 4> headed{"for", "while", "if", "switch"};
constexpr std::array<std::string_view, 2> before_brace{"else", "do"};
constexpr std::array<std::string_view, 3> alone{"break", "continue", "return"};
constexpr std::array<std::string_view, 1> before_value{"return"};
constexpr std::array<std::string_view, 17> before_names{
    "int",   "float",  "double", "unsigned", "char",       "bool",   "short",  "long",     "void",
    "const", "static", "auto",   "volatile", "__shared__", "signed", "struct", "constexpr"};
constexpr std::array<std::string_view, 9> of_cuda{"__global__",      "__device__",   "__host__",
                                                  "__shared__",      "__constant__", "__managed__",
                                                  "__forceinline__", "__noinline__", "__launch_bounds__"};

bool declares_value(const Token& behind_name) {
  return behind_name.is(Mark::equals) || behind_name.is(Mark::semicolon) || behind_name.is(Mark::comma);
}

std::string_view without_underscores(std::string_view word) {
  while (word.starts_with('_')) word.remove_prefix(1);
  while (word.ends_with('_')) word.remove_suffix(1);
  return word;
}

// A word without leading underscores, like `global`, must match exactly.
std::string_view similar_of_cuda(std::string_view typed) {
  for (const std::string_view word : of_cuda) {
    const std::string_view bare = without_underscores(word);
    if (without_underscores(typed) == bare && bare != "host") return word;
    if (typed.starts_with('_') && is_similar(without_underscores(typed), bare)) return word;
  }
  return {};
}

}  // namespace

void Parser::correct(TokenIndex i, std::string_view word, const std::string& what) {
  Token& t = tokens_[order_[i]];
  error(t.place, Mistake::misspelt_word, quoted(t) + what, Mend::meant(std::string(word)));
  t.text = word;
  t.keyword = keyword_of(word);
}

// Corrects words of other languages that are used as in those languages.
bool Parser::spell_other_language() {
  const std::string_view typed = now().text;
  const bool before_paren = ahead().is(Mark::open_paren);
  if (typed == "then" && (ahead().is_name() || ahead().is(Mark::open_brace) || starts_statement(ahead().keyword))) {
    error(now().place, Mistake::no_such_word, "C++ has no 'then'", "remove it");
    skip();
    return true;
  }
  if (!before_paren ||
      (typed != "elif" && typed != "elsif" && typed != "elseif" && typed != "foreach" && typed != "unless"))
    return false;
  Token& t = tokens_[order_[at_]];
  const bool is_loop = typed == "foreach";
  error(t.place, Mistake::no_such_word, "C++ has no " + quoted(t),
        is_loop             ? Mend::write("for")
        : typed == "unless" ? "write if (!(...))"
                            : "write else if");
  t.text = is_loop ? "for" : "if";
  t.keyword = keyword_of(t.text);
  return true;
}

// Corrects a name at the start of a statement that is nearly a keyword, if the keyword fits and a name does not.
void Parser::spell_statement() {
  if (!now().is_name() || names_.kind(now().text) != NameKind::unknown || spell_other_language()) return;
  const Token& next = ahead();
  std::string_view word;
  if (next.is(Mark::open_paren)) {
    const Token& behind_group = token(after_group(at_ + 1));
    if (behind_group.is(Mark::open_brace) || starts_operand(behind_group) || starts_statement(behind_group.keyword))
      word = similar(now().text, headed);
  } else if (next.is(Mark::open_brace)) {
    word = similar(now().text, before_brace);
  } else if (next.is(Mark::semicolon)) {
    word = similar(now().text, alone);
  } else if (starts_operand(next) && !next.starts_line) {
    word = similar(now().text, before_value);
    if (word.empty() && next.is_name() && !declares_value(ahead(2)))
      word = similar(now().text, std::array{before_brace[0]});
  }
  if (!word.empty()) correct(at_, word, " is not a C++ keyword");
}

// Corrects CUDA's words at the head of an item: they decide whether it is parsed.
void Parser::spell_head() {
  for (TokenIndex i = at_; i < limit_ && token(i).kind == TokenKind::word; ++i) {
    const Token& next = token(i + 1);
    if (!token(i).is_name() || next.kind != TokenKind::word || names_.kind(token(i).text) != NameKind::unknown)
      continue;
    const std::string_view word = similar_of_cuda(token(i).text);
    if (!word.empty()) correct(i, word, " is not a CUDA keyword");
  }
}

// The same where a type or a specifier is expected.
bool Parser::spell_specifier() {
  if (!now().is_name() || names_.kind(now().text) != NameKind::unknown) return false;
  const Token& next = ahead();
  const bool is_before_more = next.is_name() || (next.kind == TokenKind::word && is_specifier(next.keyword));
  if (!is_before_more) return false;
  const std::string_view word = similar_of_cuda(now().text);
  if (!word.empty()) {
    correct(at_, word, " is not a CUDA keyword");
    return true;
  }
  const std::string_view type = similar(now().text, before_names);
  if (type.empty()) return false;
  correct(at_, type, " is not a type");
  return true;
}

}  // namespace tilescope::language
