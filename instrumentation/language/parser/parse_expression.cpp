// Parses expressions, lowest precedence first.
#include <algorithm>

#include "instrumentation/language/parser/parsing.h"

namespace tilescope::language {

using syntax::Expression;
using syntax::ExpressionKind;

namespace {

constexpr unsigned highest_tree = 500;

bool is_prefix(Mark mark) {
  switch (mark) {
    case Mark::plus:
    case Mark::minus:
    case Mark::bang:
    case Mark::tilde:
    case Mark::star:
    case Mark::ampersand:
    case Mark::plus_plus:
    case Mark::minus_minus: return true;
    default: return false;
  }
}

unsigned height(const Expression* e) { return e == nullptr ? 0 : e->height; }

}  // namespace

Expression& Parser::make(ExpressionKind kind, TokenIndex first) {
  Expression& e = *arena_.make<Expression>();
  e.kind = kind;
  e.expansion = token(first).expansion;
  return e;
}

const Expression* Parser::done(Expression& e, TokenIndex first) {
  e.place = from(first);
  if (e.at == Place{}) e.at = e.place;
  unsigned highest = std::max({height(e.a), height(e.b), height(e.c)});
  for (const Expression* each : e.list) highest = std::max(highest, height(each));
  if (highest >= highest_tree) {
    told_ = false;
    error(e.at, Mistake::too_deep,
          "this expression has more than " + std::to_string(highest_tree) + " operators in a row");
    throw TooDeep{};
  }
  e.height = static_cast<std::uint16_t>(highest + 1);
  return &e;
}

const Expression* Parser::leaf(ExpressionKind kind) {
  Expression& e = make(kind, at_);
  e.text = now().text;
  skip();
  return done(e, at_ - 1);
}

const Expression* Parser::broken() { return done(make(ExpressionKind::broken, at_), at_); }

const Expression* Parser::lone_value() {
  try {
    const Expression* const e = is(Mark::open_brace) ? braces() : expression();
    return mistakes_ == 0 && at_end() ? e : nullptr;
  } catch (const TooDeep&) {
    return nullptr;
  }
}

// An expression with a mistake becomes `broken`, so that nothing more is reported about it.
const Expression* Parser::expression() {
  const unsigned mistakes = mistakes_;
  const TokenIndex first = at_;
  const Expression* left = assignment();
  while (is(Mark::comma)) {
    Expression& e = make(ExpressionKind::comma, first);
    e.at = now().place;
    skip();
    e.a = left;
    e.b = assignment();
    left = done(e, first);
  }
  return mistakes == mistakes_ ? left : done(make(ExpressionKind::broken, first), first);
}

const Expression* Parser::assignment() {
  const Deeper deeper(*this);
  const unsigned mistakes = mistakes_;
  const TokenIndex first = at_;
  const Expression* const left = conditional();
  const Operator op = assignment_operator();
  if (op.mark != Mark::none) {
    if (left->kind == ExpressionKind::binary && ends_before_operator(*left)) return left;
    Expression& e = make(ExpressionKind::assign, first);
    e.op = op.mark;
    e.at = joined(now().place, ahead(op.tokens - 1).place);
    at_ += op.tokens;
    if (ends_in_operator()) return done(make(ExpressionKind::broken, first), first);
    e.a = left;
    e.b = is(Mark::open_brace) ? braces() : assignment();
    return mistakes == mistakes_ ? done(e, first) : done(make(ExpressionKind::broken, first), first);
  }
  return mistakes == mistakes_ ? left : done(make(ExpressionKind::broken, first), first);
}

// `i => n`
bool Parser::ends_in_operator() {
  if (!before().is(Mark::equals) || !is(Mark::greater) || now().after_space) return false;
  error({before().place.offset, 2}, Mistake::bad_operator, "C++ has no =>", Mend::write(">="));
  skip();
  assignment();
  return true;
}

// True for `x = a` on one line and `*p = b` on the next: a product cannot be assigned to.
bool Parser::ends_before_operator(const Expression& left) {
  if (source_ == nullptr || in_brackets_ || left.in_parens) return false;
  const std::uint32_t end = left.a->place.end();
  if (source_->line_of(end) == source_->line_of(left.at.offset)) return false;
  error({end, 1}, Mistake::missing_semicolon, "a ; is missing at the end of this line", Mend::write(";"));
  return true;
}

const Expression* Parser::conditional() {
  const TokenIndex first = at_;
  const Expression* const condition = binary(1);
  if (!is(Mark::question)) return condition;
  Expression& e = make(ExpressionKind::conditional, first);
  e.at = now().place;
  skip();
  e.a = condition;
  const bool outer = std::exchange(wants_colon_, true);
  e.b = expression();
  wants_colon_ = outer;
  if (!take(Mark::colon)) missing(Mark::colon);
  e.c = assignment();
  return done(e, first);
}

Parser::Operator Parser::binary_operator() const {
  const Token& t = now();
  if (t.kind != TokenKind::mark) return {};
  if (!t.is(Mark::greater)) {
    if (t.is(Mark::greater_equal) && no_greater_) return {};
    const int precedence = strength(t.mark);
    return precedence == 0 ? Operator{} : Operator{t.mark, precedence, 1};
  }
  if (no_greater_) return {};
  if (!t.joined) return {Mark::greater, strength(Mark::greater), 1};
  if (ahead().is(Mark::greater_equal)) return {};
  return {Mark::right, strength(Mark::right), 2};
}

Parser::Operator Parser::assignment_operator() const {
  const Token& t = now();
  if (t.kind != TokenKind::mark) return {};
  if (assigns(t.mark)) return {t.mark, 0, 1};
  const bool is_shift = t.is(Mark::greater) && t.joined && ahead().is(Mark::greater_equal) && !no_greater_;
  return is_shift ? Operator{Mark::right_equals, 0, 2} : Operator{};
}

const Expression* Parser::binary(int least) {
  const TokenIndex first = at_;
  const Expression* left = unary();
  for (;;) {
    const Operator op = binary_operator();
    if (op.mark == Mark::none && operand_follows()) {
      left = without_operator(first);
      continue;
    }
    if (op.mark == Mark::none || op.precedence < least || ahead(op.tokens).is(Mark::ellipsis)) return left;
    Expression& e = make(ExpressionKind::binary, first);
    e.op = op.mark;
    e.at = joined(now().place, ahead(op.tokens - 1).place);
    at_ += op.tokens;
    e.a = left;
    e.b = binary(op.precedence + 1);
    left = done(e, first);
  }
}

// True if a second operand follows in the same statement without an operator.
bool Parser::operand_follows() const {
  const Token& t = now();
  if (!starts_operand(t) || unclosed_ || wants_colon_ || (t.starts_line && !in_brackets_)) return false;
  if (in_brackets_) return true;
  const Mark next = ahead().mark;
  return !t.is_name() || !(assigns(next) || next == Mark::plus_plus || next == Mark::minus_minus);
}

const Expression* Parser::without_operator(TokenIndex first) {
  const Token& last = before();
  for (const auto& [open, close] :
       {std::pair{Mark::open_paren, Mark::close_paren}, std::pair{Mark::open_bracket, Mark::close_bracket}}) {
    if (!extra_closer_ahead(close) || !(last.is_name() || last.is(Mark::close_bracket))) continue;
    missing(open);
    const bool outer = std::exchange(in_brackets_, true);
    values(close);
    in_brackets_ = outer;
    take(close);
    return done(make(ExpressionKind::broken, first), first);
  }
  const Sentence between = " is missing between " + quoted(last) + " and " + quoted(now());
  if (colon_ahead())
    missing(Mark::question);
  else
    error(behind(), Mistake::missing_operator, (in_brackets_ ? "a , or an operator" : "an operator") + between);
  unary();
  return done(make(ExpressionKind::broken, first), first);
}

bool Parser::colon_ahead() const {
  if (told_) return false;
  for (TokenIndex i = at_; i < limit_; i = after_group(i)) {
    const Token& t = token(i);
    if (t.is(Mark::colon)) return true;
    if (t.is(Mark::semicolon) || t.is(Mark::question) || t.is(Mark::comma) || t.is(Mark::open_brace)) return false;
    if (t.is(Mark::close_paren) || t.is(Mark::close_bracket) || t.is(Mark::close_brace)) return false;
  }
  return false;
}

const Expression* Parser::unary() {
  const Token& t = now();
  if (t.kind == TokenKind::mark && is_prefix(t.mark)) return prefix();
  if (t.is(Mark::open_paren) && is_cast()) return cast();
  switch (t.keyword) {
    case Keyword::sizeof_:
    case Keyword::alignof_: return size_of();
    case Keyword::new_:
    case Keyword::delete_:
    case Keyword::throw_: return outside_operand(t.keyword);
    default: return postfix();
  }
}

const Expression* Parser::prefix() {
  const Deeper deeper(*this);
  const TokenIndex first = at_;
  Expression& e = make(ExpressionKind::unary, first);
  e.op = now().mark;
  e.at = now().place;
  skip();
  e.a = unary();
  return done(e, first);
}

const Expression* Parser::postfix() {
  const TokenIndex first = at_;
  const Expression* operand = primary();
  for (bool more = true; more;) operand = after_operand(operand, first, more);
  return operand;
}

const Expression* Parser::after_operand(const Expression* operand, TokenIndex first, bool& more) {
  const Token& t = now();
  if (t.is(Mark::open_paren)) return call(operand, first);
  if (t.is(Mark::open_bracket)) return subscript(operand, first);
  if (t.is(Mark::dot) || t.is(Mark::arrow)) return member(operand, first);
  if (t.is(Mark::launch_open)) return launch(operand, first);
  const Token& next = ahead();
  const bool is_prefix_of_next = starts_operand(next);
  if ((t.is(Mark::plus_plus) || t.is(Mark::minus_minus)) && !is_prefix_of_next) {
    Expression& e = make(ExpressionKind::postfix, first);
    e.op = t.mark;
    e.at = t.place;
    skip();
    e.a = operand;
    return done(e, first);
  }
  more = false;
  return operand;
}

const Expression* Parser::call(const Expression* function, TokenIndex first) {
  Expression& e = make(ExpressionKind::call, first);
  const TokenIndex open = at_;
  const Bracket bracket(*this, open);
  e.at = now().place;
  skip();
  e.a = function;
  e.list = arena_.list(values(Mark::close_paren));
  close(Mark::close_paren, open);
  return done(e, first);
}

const Expression* Parser::subscript(const Expression* of, TokenIndex first) {
  Expression& e = make(ExpressionKind::subscript, first);
  const TokenIndex open = at_;
  const Bracket bracket(*this, open);
  e.at = now().place;
  skip();
  e.a = of;
  e.b = expression();
  close(Mark::close_bracket, open);
  return done(e, first);
}

const Expression* Parser::member(const Expression* of, TokenIndex first) {
  Expression& e = make(ExpressionKind::member, first);
  e.op = now().mark;
  e.at = now().place;
  skip();
  e.a = of;
  take(Keyword::template_);
  e.name = name(true);
  if (e.name == nullptr) {
    error(behind(), Mistake::missing_name, "a name is missing after " + quoted(before()));
    e.kind = ExpressionKind::broken;
  }
  return done(e, first);
}

// kernel<<<...>>>(...) in device code.
const Expression* Parser::launch(const Expression*, TokenIndex first) {
  skip();
  while (!at_end() && !is(Mark::semicolon) && !(is(Mark::greater) && now().joined && ahead().is(Mark::greater)))
    at_ = after_group(at_);
  while (take(Mark::greater)) {
  }
  if (is(Mark::open_paren)) at_ = after_group(at_);
  return outside("a kernel launch in device code", first);
}

const Expression* Parser::outside(std::string_view what, TokenIndex first) {
  Expression& e = make(ExpressionKind::outside, first);
  e.text = what;
  return done(e, first);
}

const Expression* Parser::primary() {
  const Token& t = now();
  switch (t.kind) {
    case TokenKind::number: return leaf(ExpressionKind::number);
    case TokenKind::character: return leaf(ExpressionKind::character);
    case TokenKind::string: return strings();
    case TokenKind::word: return t.keyword == Keyword::none ? name_operand() : keyword_operand();
    case TokenKind::mark: break;
    default: return missing_operand();
  }
  if (t.is(Mark::open_paren)) return in_parens();
  if (t.is(Mark::scope)) return name_operand();
  if (t.is(Mark::open_bracket)) return lambda();
  return missing_operand();
}

const Expression* Parser::missing_operand() {
  const Token& last = before();
  const bool opens = last.is(Mark::open_paren) || last.is(Mark::open_bracket) || last.is(Mark::open_brace);
  const bool comes_before = binary_operator().mark != Mark::none || assignment_operator().mark != Mark::none ||
                            is(Mark::dot) || is(Mark::arrow) || is(Mark::question);
  if (at_ == statement_ || ((opens || last.is(Mark::semicolon) || last.keyword != Keyword::none) && comes_before))
    error(now().place, Mistake::missing_value,
          at_end() ? "a value is missing" : "a value is missing before " + quoted(now()));
  else
    error(behind(), Mistake::missing_value_after, "a value is missing after " + quoted(last));
  return broken();
}

const Expression* Parser::strings() {
  const TokenIndex first = at_;
  std::vector<const Expression*> pieces;
  while (now().kind == TokenKind::string) pieces.push_back(leaf(ExpressionKind::string));
  Expression& e = make(ExpressionKind::string, first);
  e.text = token(first).text;
  e.list = arena_.list(pieces);
  return done(e, first);
}

const Expression* Parser::in_parens() {
  const TokenIndex open = at_;
  const Bracket bracket(*this, open);
  skip();
  if (is(Mark::open_brace)) {
    at_ = std::max(after_group(open), after_group(at_));
    return outside("a statement expression", open);
  }
  if (is(Mark::ellipsis)) {
    at_ = after_group(open);
    return outside("a parameter pack", open);
  }
  Expression e = *expression();
  if (binary_and_ellipsis()) {
    at_ = after_group(open);
    return outside("a parameter pack", open);
  }
  close(Mark::close_paren, open);
  e.in_parens = true;
  e.place = from(open);
  e.expansion = token(open).expansion;
  return arena_.make<Expression>(e);
}

// True at the end of a fold, `+ ...`.
bool Parser::binary_and_ellipsis() const {
  return binary_operator().mark != Mark::none && ahead(binary_operator().tokens).is(Mark::ellipsis);
}

const Expression* Parser::cast() {
  const Deeper deeper(*this);
  const TokenIndex first = at_;
  Expression& e = make(ExpressionKind::cast, first);
  {
    const Bracket bracket(*this, first);
    skip();
    e.type = type_name();
    if (!take(Mark::close_paren)) missing_close(Mark::close_paren, first);
  }
  e.at = from(first);
  e.a = is(Mark::open_brace) ? braces() : unary();
  return done(e, first);
}

const Expression* Parser::word_cast() {
  const TokenIndex first = at_;
  Expression& e = make(ExpressionKind::cast, first);
  e.text = now().text;
  skip();
  if (!take(Mark::less)) missing(Mark::less);
  const bool outer = std::exchange(no_greater_, true);
  e.type = type_name();
  no_greater_ = outer;
  if (!take(Mark::greater)) missing(Mark::greater);
  e.at = from(first);
  const TokenIndex open = at_;
  if (!is(Mark::open_paren)) {
    missing(Mark::open_paren);
    e.a = expression();
    take(Mark::close_paren);
    return done(e, first);
  }
  const Bracket bracket(*this, open);
  skip();
  e.a = expression();
  close(Mark::close_paren, open);
  return done(e, first);
}

const Expression* Parser::size_of() {
  const Deeper deeper(*this);
  const TokenIndex first = at_;
  Expression& e = make(ExpressionKind::size_of, first);
  e.text = text(now().keyword);
  e.at = now().place;
  skip();
  if (take(Mark::ellipsis)) {
    at_ = after_group(at_);
    return outside("a parameter pack", first);
  }
  if (!is(Mark::open_paren) || !is_cast()) {
    e.a = unary();
    return done(e, first);
  }
  const TokenIndex open = at_;
  const Bracket bracket(*this, open);
  skip();
  e.type = type_name();
  close(Mark::close_paren, open);
  return done(e, first);
}

const Expression* Parser::keyword_operand() {
  const Token& t = now();
  if (t.is(Keyword::true_) || t.is(Keyword::false_)) return leaf(ExpressionKind::boolean);
  if (t.is(Keyword::nullptr_)) return leaf(ExpressionKind::null);
  if (t.is(Keyword::this_)) return leaf(ExpressionKind::self);
  if (is_cast_word(t.keyword)) return word_cast();
  if (t.is(Keyword::operator_)) return name_operand();
  if (t.is(Keyword::typename_) || t.is(Keyword::decltype_)) return construct();
  if (is_type_word(t.keyword) || t.is(Keyword::const_)) {
    if (t.starts_line && !in_brackets_ && at_ > statement_) return missing_operand();
    return construct();
  }
  if (t.is(Keyword::typeid_) || t.is(Keyword::noexcept_)) {
    const TokenIndex first = at_;
    skip();
    if (is(Mark::open_paren)) at_ = after_group(at_);
    return outside(token(first).keyword == Keyword::typeid_ ? "typeid" : "noexcept", first);
  }
  return missing_operand();
}

// type(...) or type{...}
const Expression* Parser::construct() {
  const TokenIndex first = at_;
  Expression& e = make(ExpressionKind::construct, first);
  e.type = plain_type_name();
  e.at = from(first);
  const TokenIndex open = at_;
  if (is(Mark::open_brace)) {
    e.braces = true;
    e.list = braces()->list;
  } else if (is(Mark::open_paren)) {
    const Bracket bracket(*this, open);
    skip();
    e.list = arena_.list(values(Mark::close_paren));
    close(Mark::close_paren, open);
  } else if (is(Mark::close_paren)) {
    error(token(first).place, Mistake::missing_opener, "a ( is missing before " + quoted(token(first)),
          Mend::write("("));
    skip();
    unary();
    e.kind = ExpressionKind::broken;
  } else {
    error(token(first).place, Mistake::type_as_value,
          quoted(token(first)) + " is a type, but a value is expected here");
    e.kind = ExpressionKind::broken;
  }
  return done(e, first);
}

const Expression* Parser::name_operand() {
  NameKind kind = NameKind::unknown;
  const TokenIndex end = after_name(at_, &kind);
  if (is_type(kind)) {
    const Token& next = token(end);
    if (next.is(Mark::open_paren) || next.is(Mark::open_brace)) return construct();
    if (next.is(Mark::close_paren) && closes_nothing(end)) return construct();
  }
  Expression& e = make(ExpressionKind::name, at_);
  const TokenIndex first = at_;
  e.name = name();
  if (e.name == nullptr) return missing_operand();
  return done(e, first);
}

// {...} as a value.
const Expression* Parser::braces() {
  const Deeper deeper(*this);
  const TokenIndex open = at_;
  Expression& e = make(ExpressionKind::braces, open);
  const Bracket bracket(*this, open);
  skip();
  e.list = arena_.list(values(Mark::close_brace));
  close(Mark::close_brace, open);
  return done(e, open);
}

std::vector<const Expression*> Parser::values(Mark close) {
  std::vector<const Expression*> list;
  if (is(close)) return list;
  do {
    if (is(close) && close == Mark::close_brace) break;
    list.push_back(initializer_value());
    if (!is(Mark::ellipsis)) continue;
    skip();
    list.back() = outside("a parameter pack", at_ - 1);
  } while (take(Mark::comma));
  return list;
}

const Expression* Parser::initializer_value() {
  if (is(Mark::open_brace)) return braces();
  if (is(Mark::dot) && ahead().is_name() && (ahead(2).is(Mark::equals) || ahead(2).is(Mark::open_brace))) {
    const TokenIndex first = at_;
    at_ += 2;
    take(Mark::equals);
    initializer_value();
    return outside("a designated initializer", first);
  }
  return assignment();
}

const Expression* Parser::lambda() {
  const TokenIndex first = at_;
  TokenIndex i = after_group(at_);
  while (i < limit_ && (token(i).text == "__device__" || token(i).text == "__host__")) ++i;
  const bool plausible = partners_[at_] != 0 && (token(i).is(Mark::open_paren) || token(i).is(Mark::open_brace));
  if (!plausible) return missing_operand();
  while (i < limit_ && !token(i).is(Mark::open_brace) && !token(i).is(Mark::semicolon)) i = after_group(i);
  at_ = token(i).is(Mark::open_brace) ? after_group(i) : i;
  return outside("a lambda", first);
}

const Expression* Parser::outside_operand(Keyword word) {
  const Deeper deeper(*this);
  const TokenIndex first = at_;
  skip();
  if (word == Keyword::throw_) {
    if (!is(Mark::semicolon) && !is(Mark::close_paren)) assignment();
    return outside("exception handling", first);
  }
  if (word == Keyword::delete_) {
    if (take(Mark::open_bracket)) take(Mark::close_bracket);
    unary();
    return outside("delete", first);
  }
  if (is(Mark::open_paren)) at_ = after_group(at_);
  if (!is(Mark::semicolon)) type_name();
  if (is(Mark::open_paren) || is(Mark::open_brace)) at_ = after_group(at_);
  return outside("new", first);
}

}  // namespace tilescope::language
