#include "instrumentation/language/tokens/lexer.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tilescope::language {

namespace {

enum class Byte : std::uint8_t { other, space, letter, digit, quote, mark, beyond_ascii };

constexpr std::array<Byte, 256> kinds_of_bytes() {
  std::array<Byte, 256> kinds{};
  for (unsigned c = 'a'; c <= 'z'; ++c) kinds[c] = kinds[c - 'a' + 'A'] = Byte::letter;
  for (unsigned c = '0'; c <= '9'; ++c) kinds[c] = Byte::digit;
  for (unsigned c = 0x80; c <= 0xFF; ++c) kinds[c] = Byte::beyond_ascii;
  for (const char c : std::string_view(" \t\v\f")) kinds[static_cast<unsigned char>(c)] = Byte::space;
  for (const char c : std::string_view("()[]{};,:?.+-*/%&|^~!=<>#")) kinds[static_cast<unsigned char>(c)] = Byte::mark;
  kinds['_'] = Byte::letter;
  kinds['"'] = kinds['\''] = Byte::quote;
  return kinds;
}
constexpr std::array<Byte, 256> byte_kinds = kinds_of_bytes();

Byte kind_of(char c) { return byte_kinds[static_cast<unsigned char>(c)]; }
bool in_word(char c) { return kind_of(c) == Byte::letter || kind_of(c) == Byte::digit; }

bool is_quote_prefix(std::string_view word) {
  static constexpr std::array<std::string_view, 9> prefixes{"u8", "u", "U", "L", "R", "u8R", "uR", "UR", "LR"};
  return word.size() <= 3 && std::find(prefixes.begin(), prefixes.end(), word) != prefixes.end();
}

// Characters that word processors and web pages write instead of C++'s own. As a quote, one also ends a string.
struct Lookalike {
  std::string_view typed, meant;
};
constexpr std::array lookalikes = std::to_array<Lookalike>(
    {{"\u00D7", "*"},  {"\u00B7", "*"},  {"\u00F7", "/"},  {"\u2212", "-"},  {"\u2013", "-"},  {"\u2014", "-"},
     {"\u2264", "<="}, {"\u2265", ">="}, {"\u2260", "!="}, {"\uFF1B", ";"},  {"\uFF0C", ","},  {"\uFF08", "("},
     {"\uFF09", ")"},  {"\uFF1D", "="},  {"\u201C", "\""}, {"\u201D", "\""}, {"\u201E", "\""}, {"\u2018", "'"},
     {"\u2019", "'"},  {"\u00A0", " "},  {"\u200B", ""}});

const Lookalike* lookalike_at(std::string_view text, std::size_t at) {
  for (const Lookalike& each : lookalikes)
    if (text.substr(std::min(at, text.size())).starts_with(each.typed)) return &each;
  return nullptr;
}

std::string hexadecimal(unsigned char byte) {
  static constexpr std::string_view digits = "0123456789ABCDEF";
  return std::string("0x") + digits[byte >> 4U] + digits[byte & 15U];
}

}  // namespace

Lexer::Lexer(std::string_view text, Arena& arena, Diagnostics& diagnostics, std::size_t begin)
    : text_(text), arena_(arena), diagnostics_(diagnostics), at_(begin), end_(begin) {
  if (text_.substr(begin).starts_with("\xEF\xBB\xBF")) at_ += 3;
  skip_splices();
}

bool Lexer::next_line(std::vector<Token>& tokens, bool tell) {
  if (at_end()) return false;
  tell_ = tell;
  bool is_first = true;
  bool in_directive = false;
  for (;;) {
    const bool space = skip_space();
    if (at_line_end()) break;
    Token token = next();
    token.starts_line = is_first;
    token.after_space = space || is_first;
    if (is_first && token.is(Mark::hash)) {
      in_directive = true;
      token.kind = TokenKind::directive;
    } else if (in_directive) {  // what follows some directives is prose
      in_directive = false;
      if (token.text == "error" || token.text == "warning" || token.text == "pragma") tell_ = false;
    }
    is_first = false;
    tokens.push_back(token);
  }
  skip_line_end();
  return true;
}

std::size_t Lexer::splice_bytes(std::size_t at) const {
  const std::string_view from = text_.substr(std::min(at, text_.size()), 3);
  if (!from.starts_with('\\')) return 0;
  if (from.ends_with("\r\n")) return 3;
  return from.size() > 1 && (from[1] == '\n' || from[1] == '\r') ? 2 : 0;
}

void Lexer::skip_splices() {
  while (const std::size_t bytes = splice_bytes(at_)) {
    at_ += bytes;
    spliced_ = true;
  }
}

void Lexer::step() {
  end_ = ++at_;
  if (peek() == '\\') skip_splices();
}

char Lexer::peek(unsigned ahead) const {
  std::size_t at = at_;
  while (ahead-- > 0) {
    ++at;
    while (const std::size_t bytes = splice_bytes(at)) at += bytes;
  }
  return at < text_.size() ? text_[at] : '\0';
}

void Lexer::skip_line_end() {
  if (at_end()) return;
  at_ += text_.substr(at_).starts_with("\r\n") ? 2 : 1;
  skip_splices();
}

// Also skips comments. True if there was anything to skip.
bool Lexer::skip_space() {
  const std::size_t begin = at_;
  for (;;) {
    if (kind_of(peek()) == Byte::space) {
      step();
    } else if (peek() == '/' && peek(1) == '/') {
      skip_line_comment();
    } else if (peek() == '/' && peek(1) == '*') {
      skip_block_comment();
    } else {
      return at_ > begin;
    }
  }
}

void Lexer::skip_line_comment() {
  while (!at_line_end()) step();
}

void Lexer::skip_block_comment() {
  const std::size_t begin = at_;
  step();
  step();
  const Place opening = since(begin);
  while (!at_end() && !(peek() == '*' && peek(1) == '/')) step();
  if (at_end()) {
    diagnostics_.error(opening, Mistake::open_comment, "this comment is not closed", "write */ where it should end");
    return;
  }
  step();
  step();
}

Place Lexer::since(std::size_t begin) const {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end_ - begin)};
}

// The source read since `begin`, without its splices.
std::string_view Lexer::spelled(std::size_t begin) {
  const std::string_view typed = text_.substr(begin, end_ - begin);
  if (!spliced_) return typed;
  std::string whole;
  for (std::size_t at = begin; at < end_;) {
    const std::size_t bytes = splice_bytes(at);
    if (bytes == 0) whole += text_[at];
    at += std::max<std::size_t>(bytes, 1);
  }
  return whole.size() == typed.size() ? typed : arena_.text(whole);
}

Token Lexer::next() {
  const std::size_t begin = at_;
  spliced_ = false;
  Token token;
  token.kind = TokenKind::other;
  switch (kind_of(peek())) {
    case Byte::letter: word(token, begin); break;
    case Byte::digit:
      token.kind = TokenKind::number;
      number();
      break;
    case Byte::quote: quoted(token, begin); break;
    case Byte::mark:
      if (peek() == '.' && kind_of(peek(1)) == Byte::digit) {
        token.kind = TokenKind::number;
        number();
      } else {
        mark(token);
      }
      break;
    case Byte::beyond_ascii:
      if (lookalike_at(text_, at_) != nullptr) {
        lookalike(token);
        break;
      }
      if (utf8_bytes(text_, at_) > 0) {
        word(token, begin);
        break;
      }
      [[fallthrough]];
    default: odd_byte(); break;
  }
  token.place = since(begin);
  if (token.text.empty()) token.text = spelled(begin);
  return token;
}

void Lexer::letters() {
  for (;;) {
    if (in_word(peek())) {
      step();
      continue;
    }
    const unsigned bytes = kind_of(peek()) == Byte::beyond_ascii ? utf8_bytes(text_, at_) : 0;
    if (bytes == 0 || lookalike_at(text_, at_) != nullptr) return;
    at_ += bytes - 1;
    step();
  }
}

// Becomes what was meant: a mark, or a string up to the next quote of the same meaning.
void Lexer::lookalike(Token& token) {
  const Lookalike& found = *lookalike_at(text_, at_);
  const std::size_t begin = at_;
  const auto pass = [&](std::size_t bytes) {
    at_ += bytes - 1;
    step();
  };
  pass(found.typed.size());
  const Place place = since(begin);
  const bool is_space = found.meant.empty() || found.meant == " ";
  const bool is_quote = found.meant == "\"" || found.meant == "'";
  if (tell_)
    diagnostics_.error(place, Mistake::strange_letter,
                       is_space ? "this character is invisible or looks like a space, but C++ does not accept it"
                                : language::quoted(found.typed) + " means nothing in C++",
                       is_space ? "delete it, or type a space" : "write " + std::string(found.meant));
  token.mark = mark_of(found.meant);
  if (token.mark != Mark::none) token.kind = TokenKind::mark;
  token.text = is_quote ? std::string_view() : found.meant;
  if (!is_quote) return;
  token.kind = found.meant == "'" ? TokenKind::character : TokenKind::string;
  for (const Lookalike* end = nullptr; !at_line_end();) {
    end = lookalike_at(text_, at_);
    const bool ends =
        (end != nullptr && end->meant == found.meant) || std::string_view(text_).substr(at_, 1) == found.meant;
    pass(end != nullptr ? end->typed.size() : 1);
    if (ends) break;
  }
  token.text = arena_.text("\"\"");
}

void Lexer::word(Token& token, std::size_t begin) {
  letters();
  token.kind = TokenKind::word;
  token.text = spelled(begin);
  if (kind_of(peek()) == Byte::quote && is_quote_prefix(token.text)) {
    const bool is_raw = token.text.ends_with('R') && peek() == '"';
    if (is_raw || !token.text.ends_with('R')) {
      token.text = {};
      if (is_raw)
        raw(token, begin);
      else
        quoted(token, begin);
      return;
    }
  }
  const Reserved meaning = reserved(token.text);
  token.keyword = meaning.keyword;
  token.mark = meaning.mark;
  if (token.mark != Mark::none) token.kind = TokenKind::mark;
}

void Lexer::number() {
  for (;;) {
    const char c = peek();
    const bool may_have_sign = c == 'e' || c == 'E' || c == 'p' || c == 'P';
    const bool is_separator = c == '\'' && in_word(peek(1));
    if (!in_word(c) && c != '.' && !is_separator) return;
    step();
    if (may_have_sign && (peek() == '+' || peek() == '-')) step();
  }
}

// The longest mark that fits. Two '>' are not joined: only the parser knows whether ">>" is one operator.
void Lexer::mark(Token& token) {
  token.kind = TokenKind::mark;
  std::array<char, 3> ahead{peek(), peek(1), '\0'};
  if (ahead[0] == '*' && ahead[1] == '/' && peek(2) != '*' && peek(2) != '/') {
    token.kind = TokenKind::other;
    if (tell_)
      diagnostics_.error({static_cast<std::uint32_t>(at_), 2}, Mistake::stray_comment_end,
                         "this */ does not close a comment", "write /* where the comment begins");
    step();
    return step();
  }
  std::size_t size = 1;
  if (ahead[0] == '>') {
    size = ahead[1] == '=' ? 2 : 1;
    token.joined = ahead[1] == '>';
  } else if (kind_of(ahead[1]) == Byte::mark) {
    ahead[2] = peek(2);
    for (size = 3; size > 1 && mark_of({ahead.data(), size}) == Mark::none;) --size;
  }
  token.mark = mark_of({ahead.data(), size});
  while (size-- > 0) step();
  if (token.mark == Mark::left) join_launch(token);
}

// Formatters split a launch's <<< into << <; nothing else begins like this.
void Lexer::join_launch(Token& token) {
  constexpr unsigned most = 8;
  unsigned blanks = 0;
  while (blanks < most && (peek(blanks) == ' ' || peek(blanks) == '\t')) ++blanks;
  const char behind = peek(blanks + 1);
  if (blanks == 0 || peek(blanks) != '<' || behind == '<' || behind == '=') return;
  for (unsigned n = 0; n <= blanks; ++n) step();
  token.mark = Mark::launch_open;
}

void Lexer::quoted(Token& token, std::size_t begin) {
  const char quote = peek();
  const std::size_t opening = at_;
  token.kind = quote == '"' ? TokenKind::string : TokenKind::character;
  step();
  while (!at_line_end() && peek() != quote) {
    const bool escapes = peek() == '\\';
    step();
    if (escapes && !at_line_end()) step();
  }
  if (!at_line_end()) return step();
  token.text = closed(spelled(begin), quote);
  const std::string what = quote == '"' ? "string" : "character constant";
  if (tell_)
    diagnostics_.error({static_cast<std::uint32_t>(opening), 1}, Mistake::open_string,
                       "this " + what + " is not closed", std::string("write ") + quote + " where it should end");
}

// Adds the missing closing quote.
std::string_view Lexer::closed(std::string_view typed, char quote) {
  const std::size_t backslashes = typed.size() - 1 - typed.find_last_not_of('\\');
  return arena_.text(std::string(typed.substr(0, typed.size() - backslashes % 2)) + quote);
}

// A raw string has no splices, and line ends belong to it.
void Lexer::raw(Token& token, std::size_t begin) {
  const std::size_t opening = at_ + 1;
  const std::string_view rest = text_.substr(opening);
  const std::size_t bracket = rest.substr(0, 17).find_first_of("() \\\t\v\f\r\n\"");
  const bool opens = bracket != std::string_view::npos && rest[bracket] == '(';
  if (!opens) return quoted(token, begin);
  const std::string close = ")" + std::string(rest.substr(0, bracket)) + "\"";
  const std::size_t found = rest.find(close, bracket);
  token.kind = TokenKind::string;
  at_ = end_ = found == std::string_view::npos ? text_.size() : opening + found + close.size();
  token.text = text_.substr(begin, end_ - begin);
  if (found == std::string_view::npos) {
    token.text = arena_.text(std::string(token.text) + close);
    if (tell_)
      diagnostics_.error({static_cast<std::uint32_t>(opening - 1), 1}, Mistake::open_string,
                         "this string is not closed", "write " + close + " where it should end");
  }
  skip_splices();
}

void Lexer::odd_byte() {
  const char c = peek();
  const Place place{static_cast<std::uint32_t>(at_), 1};
  step();
  if (!tell_) return;
  if (kind_of(c) == Byte::beyond_ascii) {
    if (!std::exchange(told_of_encoding_, true))
      diagnostics_.error(place, Mistake::no_utf8, "this byte is not valid UTF-8");
    return;
  }
  const bool shows = c > ' ' && c <= '~';
  const std::string what =
      shows ? std::string("'") + c + "'" : "the byte " + hexadecimal(static_cast<unsigned char>(c));
  std::size_t next = at_;
  while (next < text_.size() && kind_of(text_[next]) == Byte::space) ++next;
  const bool at_last = c == '\\' && next > at_ && next < text_.size() && (text_[next] == '\n' || text_[next] == '\r');
  diagnostics_.error(place, Mistake::strange_letter, what + " means nothing in CUDA C++",
                     at_last ? "remove the space after it to continue the line" : "");
}

std::vector<Token> tokens_in(std::string_view text, Arena& arena) {
  Diagnostics ignored;
  Lexer lexer(text, arena, ignored);
  std::vector<Token> tokens;
  while (lexer.next_line(tokens, false)) {
  }
  for (Token& token : tokens)
    if (token.kind == TokenKind::directive) token.kind = TokenKind::mark;
  return tokens;
}

std::string spelled(std::span<const Token> tokens) {
  std::string whole;
  for (const Token& token : tokens) {
    if (token.after_space && !whole.empty()) whole += ' ';
    whole += token.text;
  }
  return whole;
}

std::vector<Token> tokens_of(const Source& source, Arena& arena, Diagnostics& diagnostics) {
  Lexer lexer(source.text(), arena, diagnostics);
  std::vector<Token> tokens;
  while (lexer.next_line(tokens, true)) {
  }
  Token end;
  end.starts_line = true;
  end.place = {static_cast<std::uint32_t>(source.text().size()), 0};
  tokens.push_back(end);
  return tokens;
}

}  // namespace tilescope::language
