// Finds what an item or member is and where it ends, by its brackets alone.
#include <algorithm>

#include "instrumentation/language/parser/parsing.h"

namespace tilescope::language {

namespace {

bool ends_something(const Token& t) {
  return t.kind == TokenKind::number || t.kind == TokenKind::string || t.is_name() || t.is(Mark::close_paren) ||
         t.is(Mark::close_bracket) || t.is(Mark::close_brace);
}

// Words that only begin an item.
bool begins_item(const Token& t) {
  return t.is(Keyword::template_) || t.is(Keyword::global) || t.is(Keyword::device) || t.is(Keyword::constant) ||
         t.is(Keyword::namespace_) || t.is(Keyword::typedef_) || t.is(Keyword::using_) || t.is(Keyword::static_assert_);
}

bool begins_type(const Token& t) {
  return t.is(Keyword::struct_) || t.is(Keyword::class_) || t.is(Keyword::union_) || t.is(Keyword::enum_);
}

}  // namespace

// Reads the head of an item once.
class Parser::Outliner {
 public:
  Outliner(Parser& parser, TokenIndex at) : parser_(parser), first_(at), at_(at) {}

  Outline run() {
    if (token(at_).is(Mark::less)) over_template_parameters();  // reported later
    while (at_ < parser_.limit_ && !done_) {
      const Token& t = token(at_);
      const bool is_new =
          at_ > first_ && t.starts_line && begins_item(t) && (ends_something(token(at_ - 1)) || is_alias());
      const bool is_new_type = at_ > first_ + 1 && t.starts_line && begins_type(t) && token(at_ - 1).is_name();
      const bool is_next = equals_ && t.starts_line && t.kind == TokenKind::word && is_specifier(t.keyword) &&
                           ends_something(token(at_ - 1));
      if (is_new || is_new_type || is_next || t.is(Mark::close_brace)) break;
      if (t.kind == TokenKind::word)
        word(t);
      else
        mark(t);
    }
    seen_.end = std::max(at_, first_ + 1);
    if (seen_.parameters == 0 || equals_) seen_.is_function = seen_.is_function && seen_.is_defaulted;
    return seen_;
  }

 private:
  const Token& token(TokenIndex i) const { return parser_.token(i); }

  // `using name = int` without its ;
  [[nodiscard]] bool is_alias() const {
    return token(first_).is(Keyword::using_) && is_type_word(token(at_ - 1).keyword);
  }

  void word(const Token& t) {
    switch (t.keyword) {
      case Keyword::global:
      case Keyword::device:
      case Keyword::shared:
      case Keyword::constant:
      case Keyword::managed: seen_.for_device = true; break;
      case Keyword::constexpr_: seen_.is_constexpr = true; break;
      case Keyword::struct_:
      case Keyword::class_:
      case Keyword::union_:
      case Keyword::enum_: is_structure_ = is_structure_ || seen_.parameters == 0; break;
      case Keyword::operator_: return operator_name();
      case Keyword::template_:
        seen_.is_template = seen_.is_template || token(at_ + 1).is(Mark::less);
        ++at_;
        if (token(at_).is(Mark::less)) over_template_parameters();
        return;
      default: break;
    }
    if (is_structure_ && seen_.name == 0 && t.is_name() && !token(at_ + 1).is(Mark::open_paren)) seen_.name = at_;
    const bool names_variable = t.is_name() && seen_.parameters == 0 && !is_structure_ && !equals_;
    if (names_variable) seen_.name = at_;
    ++at_;
  }

  void operator_name() {
    const TokenIndex name = at_++;
    if (token(at_).is(Mark::open_paren) && token(at_ + 1).is(Mark::close_paren)) at_ += 2;
    while (at_ < parser_.limit_ && !token(at_).is(Mark::open_paren) && !token(at_).is(Mark::semicolon) &&
           !token(at_).is(Mark::open_brace))
      ++at_;
    if (!token(at_).is(Mark::open_paren)) return;
    parameters(name);
  }

  void over_template_parameters() {
    unsigned depth = 0;
    while (at_ < parser_.limit_ && !token(at_).is(Mark::semicolon) && !token(at_).is(Mark::open_brace)) {
      if (token(at_).is(Mark::less)) ++depth;
      if (token(at_).is(Mark::greater) && --depth == 0) {
        ++at_;
        return;
      }
      if (begins_item(token(at_)) && !token(at_).is(Keyword::template_)) return;
      at_ = parser_.after_group(at_);
    }
  }

  void parameters(TokenIndex name) {
    seen_.name = name;
    seen_.parameters = at_;
    at_ = parser_.after_group(at_);
  }

  void mark(const Token& t) {
    switch (t.mark) {
      case Mark::open_paren: return paren();
      case Mark::open_brace: return brace();
      case Mark::semicolon:
        ++at_;
        done_ = true;
        if (!equals_ && seen_.parameters != 0)
          seen_.is_function = has_result_ || parser_.is_parameter_list(seen_.parameters);
        return;
      case Mark::equals:
        if (seen_.parameters != 0 && !equals_) {
          const Token& next = token(at_ + 1);
          seen_.is_defaulted = next.is(Keyword::default_) || next.is(Keyword::delete_) || next.text == "0";
          seen_.is_function = seen_.is_defaulted;
        }
        equals_ = equals_ || !seen_.is_defaulted;
        ++at_;
        return;
      case Mark::colon:
        ++at_;
        if (seen_.parameters != 0 && !equals_) over_member_initializers();
        return;
      case Mark::arrow:
        has_result_ = seen_.parameters != 0;
        ++at_;
        return;
      default: at_ = parser_.after_group(at_);
    }
  }

  void paren() {
    const Token& last = token(at_ == 0 ? 0 : at_ - 1);
    const bool follows_name = at_ > first_ && (last.is_name() || (last.is(Mark::greater) && !last.starts_line));
    if (!follows_name || equals_ || has_result_)
      at_ = parser_.after_group(at_);
    else
      parameters(last.is_name() ? at_ - 1 : template_name(at_ - 1));
  }

  // The index before the < that matches a >.
  TokenIndex template_name(TokenIndex i) const {
    unsigned depth = 0;
    for (; i > first_; --i) {
      if (token(i).is(Mark::greater)) ++depth;
      if (token(i).is(Mark::less) && --depth == 0) return i - 1;
    }
    return i;
  }

  void brace() {
    const Token& last = token(at_ == 0 ? 0 : at_ - 1);
    const bool is_requirement = last.text == "requires" || (last.is(Mark::close_paren) && requirement_before());
    if (seen_.parameters != 0 && !equals_ && !is_requirement) return function_body();
    at_ = parser_.after_group(at_);
    const Token& next = token(at_);
    if (is_requirement || next.is(Mark::semicolon)) return;
    const bool goes_on = !next.starts_line || next.is(Mark::comma) || next.is(Mark::star) ||
                         (next.is_name() && (token(at_ + 1).is(Mark::semicolon) || token(at_ + 1).is(Mark::comma) ||
                                             token(at_ + 1).is(Mark::equals) || token(at_ + 1).is(Mark::open_bracket)));
    done_ = !goes_on;
  }

  bool requirement_before() const {
    const TokenIndex open = parser_.partners_[at_ - 1];
    return open > first_ && token(open - 1).text == "requires";
  }

  void function_body() {
    seen_.body = at_;
    seen_.is_function = true;
    done_ = true;
    at_ = parser_.after_group(at_);
    while (token(at_).is(Keyword::catch_)) at_ = parser_.after_group(parser_.after_group(at_ + 1));
  }

  void over_member_initializers() {
    for (;;) {
      while (at_ < parser_.limit_ && !token(at_).is(Mark::open_paren) && !token(at_).is(Mark::open_brace) &&
             !token(at_).is(Mark::semicolon))
        ++at_;
      if (token(at_).is(Mark::semicolon) || at_ >= parser_.limit_) return;
      if (token(at_).is(Mark::open_brace) && !token(at_ - 1).is_name() && !token(at_ - 1).is(Mark::greater)) return;
      at_ = parser_.after_group(at_);
      if (token(at_).is(Mark::ellipsis)) ++at_;
      if (!token(at_).is(Mark::comma)) return;
      ++at_;
    }
  }

  Parser& parser_;
  TokenIndex first_;
  TokenIndex at_;
  Outline seen_;
  bool is_structure_ = false;
  bool equals_ = false;
  bool has_result_ = false;
  bool done_ = false;
};

Outline Parser::outline(TokenIndex i) { return Outliner(*this, i).run(); }

}  // namespace tilescope::language
