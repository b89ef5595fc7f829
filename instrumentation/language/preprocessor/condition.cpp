#include "instrumentation/language/preprocessor/condition.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "instrumentation/language/tokens/lexer.h"

namespace tilescope::language {

namespace {

constexpr unsigned deepest_condition = 200;

struct Number {
  std::uint64_t bits = 0;
  bool is_unsigned = false;

  [[nodiscard]] std::int64_t value() const { return static_cast<std::int64_t>(bits); }
  [[nodiscard]] bool is_true() const { return bits != 0; }
};

Number truth(bool holds) { return {holds ? 1U : 0U, false}; }

struct Complaint {
  Place place;
  std::string message;
};

// The precedence in a directive, which has no .* and ->*.
int strength_here(Mark mark) { return strength(mark) > strength(Mark::star) ? 0 : strength(mark); }

std::uint64_t shifted_right(Number number, std::uint64_t by) {
  const bool is_negative = !number.is_unsigned && number.value() < 0;
  if (by > 63) return is_negative ? ~std::uint64_t{0} : 0;
  const std::uint64_t moved = number.bits >> by;
  return is_negative && by > 0 ? moved | ~std::uint64_t{0} << (64 - by) : moved;
}

std::uint64_t shifted(Mark mark, Number number, Number by) {
  const bool backward = !by.is_unsigned && by.value() < 0;
  const std::uint64_t places = backward ? 0 - by.bits : by.bits;
  if ((mark == Mark::right) != backward) return shifted_right(number, places);
  return places > 63 ? 0 : number.bits << places;
}

// `right` is not 0.
std::uint64_t divided(Mark mark, Number left, Number right, bool is_unsigned) {
  if (is_unsigned) return mark == Mark::slash ? left.bits / right.bits : left.bits % right.bits;
  if (right.value() == -1) return mark == Mark::slash ? 0 - left.bits : 0;  // the one quotient that may overflow
  return static_cast<std::uint64_t>(mark == Mark::slash ? left.value() / right.value() : left.value() % right.value());
}

Number combined(Mark mark, Number left, Number right) {
  const bool is_unsigned = left.is_unsigned || right.is_unsigned;
  const bool less = is_unsigned ? left.bits < right.bits : left.value() < right.value();
  switch (mark) {
    case Mark::bar: return {left.bits | right.bits, is_unsigned};
    case Mark::caret: return {left.bits ^ right.bits, is_unsigned};
    case Mark::ampersand: return {left.bits & right.bits, is_unsigned};
    case Mark::equal: return truth(left.bits == right.bits);
    case Mark::not_equal: return truth(left.bits != right.bits);
    case Mark::less: return truth(less);
    case Mark::greater: return truth(!less && left.bits != right.bits);
    case Mark::less_equal: return truth(less || left.bits == right.bits);
    case Mark::greater_equal: return truth(!less);
    case Mark::left:
    case Mark::right: return {shifted(mark, left, right), left.is_unsigned};
    case Mark::plus: return {left.bits + right.bits, is_unsigned};
    case Mark::minus: return {left.bits - right.bits, is_unsigned};
    case Mark::star: return {left.bits * right.bits, is_unsigned};
    default: return {divided(mark, left, right, is_unsigned), is_unsigned};
  }
}

unsigned digit_of(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 99;
}

// Takes the digits from the front; nothing if the number needs more than 64 bits.
std::optional<std::uint64_t> digits(std::string_view& text, unsigned base) {
  std::uint64_t number = 0;
  for (; !text.empty() && (text.front() == '\'' || digit_of(text.front()) < base); text.remove_prefix(1)) {
    if (text.front() == '\'') continue;
    const unsigned digit = digit_of(text.front());
    if (number > (~std::uint64_t{0} - digit) / base) return std::nullopt;
    number = number * base + digit;
  }
  return number;
}

bool is_suffix(std::string_view text) {
  const auto unsigneds = std::count_if(text.begin(), text.end(), [](char c) { return c == 'u' || c == 'U'; });
  const auto others = text.size() - static_cast<std::size_t>(unsigneds);
  const bool known = text.find_first_not_of("uUlLzZ") == std::string_view::npos;
  return known && unsigneds <= 1 && others <= 2;
}

Number number_of(const Token& token) {
  std::string_view rest = token.text;
  unsigned base = 10;
  if (rest.starts_with("0x") || rest.starts_with("0X")) base = 16;
  if (rest.starts_with("0b") || rest.starts_with("0B")) base = 2;
  if (base != 10)
    rest.remove_prefix(2);
  else if (rest.starts_with('0'))
    base = 8;
  const std::optional<std::uint64_t> number = digits(rest, base);
  if (!number) throw Complaint{token.place, "'" + std::string(token.text) + "' does not fit in 64 bits"};
  if (!is_suffix(rest))
    throw Complaint{token.place,
                    "'" + std::string(token.text) + "' is not an integer: an #if condition needs integers"};
  return {*number, rest.find_first_of("uU") != std::string_view::npos || *number >> 63U != 0};
}

// Takes one character or escape sequence from the front.
std::uint64_t take_character(std::string_view& text) {
  const auto take = [&] {
    const char c = text.front();
    text.remove_prefix(1);
    return c;
  };
  const char c = take();
  if (c != '\\' || text.empty()) return static_cast<unsigned char>(c);
  if (text.front() == 'x') {
    text.remove_prefix(1);
    return digits(text, 16).value_or(0);
  }
  if (digit_of(text.front()) < 8) return digits(text, 8).value_or(0);
  static constexpr std::string_view letters = "abfnrtv";
  static constexpr std::string_view meant = "\a\b\f\n\r\t\v";
  const char letter = take();
  const std::size_t found = letters.find(letter);
  return static_cast<unsigned char>(found == std::string_view::npos ? letter : meant[found]);
}

// Several characters are the bytes of one number.
Number character_of(const Token& token) {
  const std::size_t quote = token.text.find('\'');
  std::string_view inside = token.text.substr(quote + 1, token.text.size() - quote - 2);
  if (inside.empty()) throw Complaint{token.place, "this character constant is empty"};
  const bool is_one = inside.size() == 1 || inside.front() == '\\';
  std::uint64_t number = 0;
  while (!inside.empty()) number = number << 8U | take_character(inside);
  if (is_one && quote == 0 && number < 256)
    return {static_cast<std::uint64_t>(static_cast<signed char>(number)), false};
  return {number, false};
}

class Reader {
 public:
  explicit Reader(std::span<const Token> tokens, const ValueOfName* names = nullptr) : rest_(tokens), names_(names) {}

  Number read() {
    const Number number = choice();
    if (is_next(Mark::equals)) throw Complaint{rest_.front().place, "a condition compares with ==, not with ="};
    if (!rest_.empty()) throw Complaint{rest_.front().place, "unexpected " + next_word() + " after the condition"};
    return number;
  }

 private:
  [[nodiscard]] std::string next_word() const {
    return rest_.empty() ? "its end" : "'" + std::string(rest_.front().text) + "'";
  }
  [[nodiscard]] bool is_next(Mark mark) const { return !rest_.empty() && rest_.front().is(mark); }
  Token take() {
    const Token token = rest_.front();
    last_ = token.place;
    rest_ = rest_.subspan(1);
    return token;
  }
  void need(Mark mark) {
    if (!is_next(mark))
      throw Complaint{rest_.empty() ? last_ : rest_.front().place,
                      std::string("a '") + text(mark) + "' is missing from this condition"};
    take();
  }
  void go_deeper() {
    if (++depth_ > deepest_condition)
      throw Complaint{last_, "the condition is nested more than " + std::to_string(deepest_condition) + " levels deep"};
  }

  Number choice() {
    go_deeper();
    const Number condition = chain(1);
    Number result = condition;
    if (is_next(Mark::question)) {
      take();
      const Number yes = choice_that_counts(condition.is_true());
      need(Mark::colon);
      const Number no = choice_that_counts(!condition.is_true());
      result = {condition.is_true() ? yes.bits : no.bits, yes.is_unsigned || no.is_unsigned};
    }
    --depth_;
    return result;
  }

  // If the choice does not count, a division by 0 in it is not an error.
  Number choice_that_counts(bool counts) {
    idle_ += counts ? 0 : 1;
    const Number number = choice();
    idle_ -= counts ? 0 : 1;
    return number;
  }

  // "a + b * c", from operators whose precedence is at least `least`.
  Number chain(int least) {
    Number left = operand();
    for (;;) {
      const Mark mark = next_operator();
      const int strong = strength_here(mark);
      if (strong == 0 || strong < least) return left;
      if (mark == Mark::right) take();
      const Place at = take().place;
      const bool decided = (mark == Mark::bar_bar && left.is_true()) || (mark == Mark::and_and && !left.is_true());
      idle_ += decided ? 1 : 0;
      const Number right = chain(strong + 1);
      idle_ -= decided ? 1 : 0;
      left = joined_by(mark, left, right, at);
    }
  }

  // Two adjacent '>' are one operator.
  [[nodiscard]] Mark next_operator() const {
    if (rest_.empty() || rest_.front().kind != TokenKind::mark) return Mark::none;
    const bool is_right =
        rest_.size() > 1 && rest_[0].is(Mark::greater) && rest_[0].joined && rest_[1].is(Mark::greater);
    return is_right ? Mark::right : rest_.front().mark;
  }

  [[nodiscard]] Number joined_by(Mark mark, Number left, Number right, Place at) const {
    if (mark == Mark::bar_bar) return truth(left.is_true() || right.is_true());
    if (mark == Mark::and_and) return truth(left.is_true() && right.is_true());
    const bool divides = mark == Mark::slash || mark == Mark::percent;
    if (divides && !right.is_true()) {
      if (idle_ == 0) throw Complaint{at, "this condition divides by 0"};
      return {0, left.is_unsigned || right.is_unsigned};
    }
    return combined(mark, left, right);
  }

  Number operand() {
    if (rest_.empty()) throw Complaint{last_, "the condition is incomplete"};
    const Token token = take();
    if (token.kind == TokenKind::number) return number_of(token);
    if (token.kind == TokenKind::character) return character_of(token);
    if (token.kind == TokenKind::word) return name(token);
    if (token.is(Mark::open_paren)) {
      const Number number = choice();
      need(Mark::close_paren);
      return number;
    }
    if (token.is(Mark::plus) || token.is(Mark::minus) || token.is(Mark::bang) || token.is(Mark::tilde)) {
      go_deeper();
      const Number number = operand();
      --depth_;
      return changed(token.mark, number);
    }
    throw Complaint{token.place, "'" + std::string(token.text) + "' is not a value"};
  }

  static Number changed(Mark mark, Number number) {
    if (mark == Mark::minus) return {0 - number.bits, number.is_unsigned};
    if (mark == Mark::tilde) return {~number.bits, number.is_unsigned};
    return mark == Mark::bang ? truth(!number.is_true()) : number;
  }

  Number name(const Token& token) {
    if (names_ != nullptr) return value(token);
    if (is_next(Mark::open_paren))
      throw Complaint{token.place,
                      "'" + std::string(token.text) + "' is not a macro, and an #if condition cannot call functions"};
    return truth(token.is(Keyword::true_));
  }

  Number value(const Token& token) {
    const bool is_minimum = token.text == "min";
    if ((is_minimum || token.text == "max") && is_next(Mark::open_paren)) {
      take();
      const Number a = choice();
      need(Mark::comma);
      const Number b = choice();
      need(Mark::close_paren);
      return (a.value() < b.value()) == is_minimum ? a : b;
    }
    const std::optional<std::int64_t> known = (*names_)(token.text);
    if (!known) throw Complaint{token.place, "'" + std::string(token.text) + "' has no value"};
    return {static_cast<std::uint64_t>(*known), false};
  }

  std::span<const Token> rest_;
  const ValueOfName* names_;  // null in a directive
  Place last_;
  unsigned depth_ = 0;
  unsigned idle_ = 0;
};

}  // namespace

bool holds(std::span<const Token> condition, Place at, Diagnostics& diagnostics) {
  if (condition.empty()) {
    diagnostics.error(at, Mistake::missing_condition, "a condition is missing here");
    return false;
  }
  try {
    return Reader(condition).read().is_true();
  } catch (const Complaint& complaint) {
    diagnostics.error(complaint.place, Mistake::bad_condition, complaint.message);
    return false;
  }
}

std::optional<std::int64_t> value_of(std::string_view expression, const ValueOfName& value_of_name) try {
  Arena arena;
  return Reader(tokens_in(expression, arena), &value_of_name).read().value();
} catch (const Complaint&) {
  return std::nullopt;
}

}  // namespace tilescope::language
