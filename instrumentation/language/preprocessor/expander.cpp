#include "instrumentation/language/preprocessor/expander.h"

#include <algorithm>
#include <utility>

#include "instrumentation/language/tokens/lexer.h"

namespace tilescope::language {

namespace {

constexpr std::size_t most_tokens = 400'000;

std::string counted(std::size_t number, const std::string& what) {
  return (number == 0 ? "no" : std::to_string(number)) + " " + what + (number > 1 ? "s" : "");
}

// A very long token counts as several.
std::size_t cost_of(std::span<const Token> tokens) {
  std::size_t cost = tokens.size();
  for (const Token& token : tokens) cost += token.text.size() / 100;
  return cost;
}

}  // namespace

void Expander::expand(Feed& from, std::vector<Token>& to, bool in_condition) {
  Scan scan{from, in_condition, {}};
  Token token;
  while (next(scan, token))
    if (token.kind != TokenKind::word || token.painted || !replace(scan, token)) to.push_back(token);
}

bool Expander::next(Scan& scan, Token& token) {
  while (!scan.layers.empty()) {
    Layer& top = scan.layers.back();
    if (top.at < top.tokens.size()) {
      token = top.tokens[top.at++];
      paint(token);
      return true;
    }
    pop(scan);
  }
  if (!scan.feed.next(token)) return false;
  if (depth_ > 0) paint(token);
  return true;
}

bool Expander::bracket_follows(Scan& scan) {
  for (; !scan.layers.empty(); pop(scan)) {
    const Layer& top = scan.layers.back();
    if (top.at < top.tokens.size()) return top.tokens[top.at].is(Mark::open_paren);
  }
  return scan.feed.bracket_follows();
}

// A macro's name inside its own expansion is not a use of it, there or later.
void Expander::paint(Token& token) {
  if (token.kind != TokenKind::word || token.painted) return;
  const std::uint32_t macro = macros_.find(token.text);
  token.painted = macro < busy_.size() && busy_[macro];
}

void Expander::push(Scan& scan, std::vector<Token> tokens, std::uint32_t macro) {
  ++depth_;
  if (macro != MacroTable::none) {
    if (busy_.size() <= macro) busy_.resize(macro + 1);
    busy_[macro] = true;
  }
  scan.layers.push_back({std::move(tokens), 0, macro});
}

void Expander::pop(Scan& scan) {
  --depth_;
  if (scan.layers.back().macro != MacroTable::none) busy_[scan.layers.back().macro] = false;
  scan.layers.pop_back();
}

void Expander::stop_where_too_deep(Place place) {
  if (depth_ < deepest) return;
  diagnostics_.error(place, Mistake::too_deep,
                     "the macros used here are nested more than " + std::to_string(deepest) + " levels deep");
  throw Stop{};
}

void Expander::count(std::size_t tokens, Place place) {
  count_ += tokens;
  if (count_ <= most_tokens) return;
  diagnostics_.error(place, Mistake::too_much, "the macros in this file expand to more than 400,000 tokens");
  throw Stop{};
}

// True if the token is gone: it was a macro or similar, and its replacement comes next.
bool Expander::replace(Scan& scan, Token& token) {
  if (scan.in_condition && token.text == "defined") return answer_defined(scan, token);
  if (token.text == "_Pragma") return take_pragma(scan, token);
  Use use;
  use.macro = macros_.find(token.text);
  if (use.macro == MacroTable::none) return false;
  std::vector<Token> call;
  if (macros_.macro(use.macro).takes_arguments) {
    if (!bracket_follows(scan)) return false;
    if (!read_call(scan, token, call)) {
      leave_unfinished(scan, token, std::move(call));
      return false;
    }
  }
  stop_where_too_deep(token.place);
  use.name = token;
  use.expansion = static_cast<std::uint32_t>(result_.expansions.size());
  result_.expansions.push_back({use.macro, token.expansion, token.place});
  if (!call.empty()) split(use, std::span<const Token>(call).subspan(1, call.size() - 2));
  replace_arguments(scan, use);
  std::vector<Token> tokens;
  if (!make_special(use, tokens)) tokens = body(use);
  if (!tokens.empty()) {
    tokens.front().starts_line = token.starts_line;
    tokens.front().after_space = token.after_space;
  }
  push(scan, std::move(tokens), use.macro);
  return true;
}

bool Expander::answer_defined(Scan& scan, Token& token) {
  Token name;
  const bool in_brackets = bracket_follows(scan);
  bool is_right = (!in_brackets || next(scan, name)) && next(scan, name) && name.kind == TokenKind::word;
  const bool answer = is_right && macros_.is_defined(name.text);
  if (in_brackets) is_right = is_right && next(scan, name) && name.is(Mark::close_paren);
  if (!is_right) {
    diagnostics_.error(token.place, Mistake::bad_macro, "'defined' needs a name", Mend::write("defined(NAME)"));
    while (next(scan, name)) {  // errors in the rest would only follow from this one
    }
  }
  token.kind = TokenKind::number;
  token.keyword = Keyword::none;
  token.text = answer ? "1" : "0";
  return false;
}

// _Pragma("...")
bool Expander::take_pragma(Scan& scan, Token& token) {
  Token bracket;
  Token text;
  Token last;
  const bool is_right = bracket_follows(scan) && next(scan, bracket) && next(scan, text) &&
                        text.kind == TokenKind::string && text.text.ends_with('"') && next(scan, last) &&
                        last.is(Mark::close_paren);
  if (!is_right) {
    diagnostics_.error(token.place, Mistake::bad_macro, "'_Pragma' needs a string in parentheses",
                       "write _Pragma(\"unroll\")");
    return true;
  }
  const std::size_t quote = text.text.find('"');
  const std::string_view inside = text.text.substr(quote + 1, text.text.size() - quote - 2);
  std::string plain;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const bool escapes = inside[i] == '\\' && i + 1 < inside.size() && (inside[i + 1] == '"' || inside[i + 1] == '\\');
    plain += inside[escapes ? ++i : i];
  }
  token = pragma(plain, token);
  return false;
}

Token Expander::pragma(std::string_view typed, const Token& at) {
  Token token = at;
  token.kind = TokenKind::pragma;
  token.mark = Mark::none;
  token.keyword = Keyword::none;
  token.text = arena_.text(typed);
  if (!typed.starts_with("unroll")) return token;  // the only pragma whose number may be a macro
  stop_where_too_deep(at.place);
  ++depth_;
  const std::vector<Token> words = tokens_in(token.text, arena_);
  std::vector<Token> replaced;
  ListFeed feed(words);
  expand(feed, replaced);
  --depth_;
  token.text = arena_.text(spelled(replaced));
  return token;
}

// Reads from '(' to ')'. A '}' of the enclosing code also ends it: then a ')' is missing.
bool Expander::read_call(Scan& scan, const Token& name, std::vector<Token>& read) {
  std::size_t brackets = 0;
  std::size_t braces = 0;
  Token token;
  while (next(scan, token)) {
    count(cost_of({&token, 1}), name.place);
    read.push_back(token);
    if (token.is(Mark::open_paren) && ++brackets > deepest) {
      diagnostics_.error(token.place, Mistake::too_deep,
                         "the parentheses are nested more than " + std::to_string(deepest) + " levels deep");
      throw Stop{};
    }
    if (token.is(Mark::close_paren) && --brackets == 0) return true;
    if (token.is(Mark::open_brace)) ++braces;
    if (token.is(Mark::close_brace) && braces-- == 0) return false;
  }
  return false;
}

// The name stays, and the tokens read for it are scanned again.
void Expander::leave_unfinished(Scan& scan, Token& name, std::vector<Token> read) {
  diagnostics_.error(name.place, Mistake::open_macro_call,
                     "the call of " + language::quoted(name.text) + " has no closing ')'");
  name.painted = true;
  while (!scan.layers.empty() && scan.layers.back().at == scan.layers.back().tokens.size()) pop(scan);
  push(scan, std::move(read), MacroTable::none);
}

// Splits the arguments at commas. Extra ones join the last: mostly such a comma separates template arguments.
void Expander::split(Use& use, std::span<const Token> inside) {
  use.arguments.resize(macros_.macro(use.macro).parameters.size());
  count(use.arguments.size(), use.name.place);
  std::size_t given = 1;
  std::size_t begin = 0;
  std::size_t brackets = 0;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i].is(Mark::open_paren)) ++brackets;
    if (inside[i].is(Mark::close_paren)) --brackets;
    if (!inside[i].is(Mark::comma) || brackets > 0) continue;
    if (given < use.arguments.size()) {
      use.arguments[given - 1].typed = inside.subspan(begin, i - begin);
      begin = i + 1;
    }
    ++given;
  }
  const std::size_t last = std::min(given, use.arguments.size());
  if (last > 0) use.arguments[last - 1].typed = inside.subspan(begin);
  use.has_rest = given >= use.arguments.size() && (given > 1 || !inside.empty());
  check_count(use, given == 1 && inside.empty() ? 0 : given);
}

void Expander::check_count(const Use& use, std::size_t given) {
  const Macro& macro = macros_.macro(use.macro);
  const std::size_t takes = macro.parameters.size();
  const std::size_t least = macro.variadic ? takes - 1 : takes;
  const bool is_empty_one = given == 0 && takes > 0 && least <= 1;
  if (is_empty_one || (given >= least && (macro.variadic || given <= takes))) return;
  diagnostics_.error(use.name.place, Mistake::macro_count,
                     language::quoted(use.name.text) + " takes " + (macro.variadic ? "at least " : "") +
                         counted(least, "argument") + ", but " + (given == 0 ? "none" : std::to_string(given)) +
                         (given == 1 || given == 0 ? " was given" : " were given"),
                     given > takes && takes > 0 ? "put parentheses around an argument that contains a comma" : "");
}

void Expander::replace_arguments(Scan& scan, Use& use) {
  for (std::size_t i = 0; i < macros_.parts(use.macro).size(); ++i) {
    const Part part = macros_.parts(use.macro)[i];
    if (part.kind != Part::Kind::replaced || std::exchange(use.arguments[part.parameter].is_replaced, true)) continue;
    ++depth_;
    ListFeed feed(use.arguments[part.parameter].typed);
    expand(feed, use.arguments[part.parameter].replaced, scan.in_condition);
    --depth_;
  }
}

std::vector<Token> Expander::body(const Use& use) {
  const std::vector<Part>& parts = macros_.parts(use.macro);
  const bool rest_is_empty = use.arguments.empty() || use.arguments.back().typed.empty();
  std::vector<Token> tokens;
  std::size_t left = 0;  // where the operand of the next ## begins
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].kind == Part::Kind::rest) {
      if (rest_is_empty) i = parts[i].end - 1;
      continue;
    }
    if (parts[i].drops_comma && !use.has_rest && !tokens.empty()) tokens.pop_back();
    const std::size_t begin = tokens.size();
    append(use, parts[i], tokens);
    if (parts[i].pasted && left < begin && begin < tokens.size()) paste(use, tokens, begin);
    if (!parts[i].pasted) left = begin;
  }
  return tokens;
}

void Expander::append(const Use& use, const Part& part, std::vector<Token>& to) {
  const Token& in_body = macros_.macro(use.macro).body[part.token];
  const std::size_t begin = to.size();
  count(cost_of({&in_body, 1}), use.name.place);
  if (part.kind == Part::Kind::token) {
    to.push_back(in_body);
    to.back().place = use.name.place;
    to.back().expansion = use.expansion;
  } else if (part.kind == Part::Kind::quoted) {
    to.push_back(made(use, TokenKind::string, arena_.text(quoted(use.arguments[part.parameter].typed))));
  } else {
    const Argument& argument = use.arguments[part.parameter];
    const std::span<const Token> tokens = part.kind == Part::Kind::typed ? argument.typed : argument.replaced;
    count(cost_of(tokens), use.name.place);
    to.insert(to.end(), tokens.begin(), tokens.end());
  }
  if (begin == to.size()) return;
  to[begin].after_space = in_body.after_space;
  to[begin].starts_line = false;
}

// Joins the token at `at` to the one before it.
void Expander::paste(const Use& use, std::vector<Token>& tokens, std::size_t at) {
  const Token& left = tokens[at - 1];
  const Token& right = tokens[at];
  const std::vector<Token> pasted = tokens_in(arena_.text(std::string(left.text) + std::string(right.text)), arena_);
  if (pasted.size() != 1) {
    diagnostics_.error(
        use.name.place, Mistake::unjoinable_words,
        language::quoted(left.text) + " and " + language::quoted(right.text) + " do not join into one token");
    return;
  }
  Token token = pasted.front();
  token.starts_line = left.starts_line;
  token.after_space = left.after_space;
  token.place = use.name.place;
  token.expansion = use.expansion;
  tokens[at - 1] = token;
  tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at));
}

std::string Expander::quoted(std::span<const Token> tokens) const {
  std::string text = "\"";
  for (const Token& token : tokens) {
    if (token.after_space && &token != tokens.data()) text += ' ';
    const bool escapes = token.kind == TokenKind::string || token.kind == TokenKind::character ||
                         token.kind == TokenKind::other || token.kind == TokenKind::pragma;
    for (const char c : token.text) {
      if (escapes && (c == '"' || c == '\\')) text += '\\';
      text += c;
    }
  }
  return text + '"';
}

Token Expander::made(const Use& use, TokenKind kind, std::string_view text) const {
  Token token;
  token.kind = kind;
  token.text = text;
  token.place = use.name.place;
  token.expansion = use.expansion;
  return token;
}

// Expands macros that depend on where they are used.
bool Expander::make_special(const Use& use, std::vector<Token>& tokens) {
  if (macros_.macro(use.macro).place.length > 0) return false;
  unsigned number = 0;
  if (use.name.text == "__LINE__")
    number = source_.line_of(use.name.place.offset);
  else if (use.name.text == "__COUNTER__")
    number = counter_++;
  else
    return false;
  tokens.push_back(made(use, TokenKind::number, arena_.text(std::to_string(number))));
  return true;
}

}  // namespace tilescope::language
