// Guesses what the next tokens are, without parsing them: a declaration or an expression, a type or a value.
#include <algorithm>

#include "instrumentation/language/parser/parsing.h"

namespace tilescope::language {

namespace {

// How far to look for the end of a template argument list.
constexpr TokenIndex longest_list = 200;

bool may_be_in_any_list(Mark mark) {
  switch (mark) {
    case Mark::comma:
    case Mark::scope:
    case Mark::star:
    case Mark::ampersand:
    case Mark::plus:
    case Mark::minus:
    case Mark::slash:
    case Mark::percent:
    case Mark::ellipsis: return true;
    default: return false;
  }
}

bool is_closer_or_end(Mark mark) {
  return mark == Mark::semicolon || mark == Mark::close_paren || mark == Mark::close_bracket ||
         mark == Mark::close_brace || mark == Mark::open_brace || mark == Mark::launch_open;
}

bool steps_to(const Token& token) {
  return token.is(Mark::star) || token.is(Mark::ampersand) || token.is(Mark::and_and) || token.is(Keyword::const_) ||
         token.is(Keyword::volatile_) || token.is(Keyword::restrict_);
}

}  // namespace

// The index after the > of the < at i; 0 if the list is not plausible. A known template's list may hold anything.
TokenIndex Parser::after_arguments(TokenIndex i, bool known, bool* has_type) {
  unsigned depth = 0;
  const TokenIndex end = std::min(limit_, i + longest_list);
  for (TokenIndex j = i; j < end;) {
    const Token& t = token(j);
    if (t.is(Mark::greater) && --depth == 0) return j + 1;
    if (t.is(Mark::less)) ++depth;
    if (t.is(Mark::open_paren) || t.is(Mark::open_bracket)) {
      if (partners_[j] == 0) return 0;
      j = after_group(j);
      continue;
    }
    if (t.kind == TokenKind::mark && !t.is(Mark::less) && !t.is(Mark::greater)) {
      if (is_closer_or_end(t.mark)) return 0;
      const bool ends_type = t.is(Mark::and_and) && (token(j + 1).is(Mark::comma) || token(j + 1).is(Mark::greater));
      if (!known && !ends_type && !may_be_in_any_list(t.mark)) return 0;
    }
    if (t.kind == TokenKind::string || t.kind == TokenKind::other) return 0;
    if (t.kind == TokenKind::word) {
      if (starts_statement(t.keyword)) return 0;
      const bool is_word = t.is(Keyword::const_) || is_type_word(t.keyword);
      if (is_word || (t.is_name() && is_type(names_.kind(t.text))))
        has_type = has_type == nullptr ? nullptr : &(*has_type = true);
    }
    ++j;
  }
  return 0;
}

// True if the < after a name opens template arguments.
bool Parser::has_arguments(TokenIndex name, bool member) {
  if (!token(name + 1).is(Mark::less)) return false;
  const NameKind kind = member ? NameKind::unknown : names_.kind(token(name).text);
  if (is_template(kind) || is_type(kind)) return true;
  bool has_type = false;
  const TokenIndex end = after_arguments(name + 1, false, &has_type);
  if (end == 0) return false;
  const Token& next = token(end);
  if (kind == NameKind::value) return has_type && next.is(Mark::open_paren);  // std::min<int>(...)
  return (has_type && !member) || next.is(Mark::open_paren) || next.is(Mark::scope) || next.is(Mark::open_brace) ||
         next.is(Mark::launch_open) || (next.is_name() && !next.starts_line);
}

// The index after a name; i if there is none.
TokenIndex Parser::after_name(TokenIndex i, NameKind* kind) {
  TokenIndex j = i + (token(i).is(Mark::scope) ? 1 : 0);
  if (!token(j).is_name()) return i;
  for (;;) {
    *kind = names_.kind(token(j).text);
    TokenIndex end = j + 1;
    if (has_arguments(j, false)) end = std::max(end, after_arguments(j + 1, true, nullptr));
    if (!token(end).is(Mark::scope)) return end;
    j = end + 1;
    if (token(j).is(Keyword::template_)) ++j;
    if (!token(j).is_name()) {
      *kind = NameKind::value;
      return end;
    }
  }
}

// The index after a type; i if there is none.
TokenIndex Parser::after_type(TokenIndex i) {
  bool found = false;
  TokenIndex j = i;
  for (;;) {
    const Token& t = token(j);
    NameKind kind = NameKind::unknown;
    if (t.is(Keyword::const_) || t.is(Keyword::volatile_)) {
      ++j;
    } else if (t.kind == TokenKind::word && is_type_word(t.keyword)) {
      found = true;
      ++j;
    } else if (t.is(Keyword::decltype_) && !found) {
      found = true;
      j = after_group(j + 1);
    } else if (!found && (t.is(Keyword::typename_) || t.is(Keyword::struct_) || t.is(Keyword::class_) ||
                          t.is(Keyword::union_) || t.is(Keyword::enum_))) {
      const TokenIndex end = after_name(j + 1, &kind);
      if (end == j + 1) return i;
      found = true;
      j = end;
    } else if (!found && (t.is_name() || t.is(Mark::scope))) {
      const TokenIndex end = after_name(j, &kind);
      if (end == j || !is_type(kind)) return i;
      found = true;
      j = end;
    } else {
      return found ? j : i;
    }
  }
}

// The index after the *, &, [] and (*)() that may follow in an unnamed type.
TokenIndex Parser::after_type_steps(TokenIndex i) const {
  while (steps_to(token(i))) ++i;
  if (token(i).is(Mark::open_paren) && steps_to(token(i + 1)) && token(i + 2).is(Mark::close_paren)) i += 3;
  while (token(i).is(Mark::open_bracket) || (token(i).is(Mark::open_paren) && token(i - 1).is(Mark::close_paren)))
    i = after_group(i);
  return i;
}

bool Parser::is_cast() {
  const TokenIndex type = at_ + 1;
  const TokenIndex end = after_type(type);
  if (end == type) {
    NameKind kind = NameKind::unknown;
    const TokenIndex name_end = after_name(type, &kind);
    if (name_end == type || kind != NameKind::unknown) return false;
    const TokenIndex stars = after_type_steps(name_end);
    if (!token(stars).is(Mark::close_paren)) return false;
    const Token& next = token(stars + 1);
    const bool is_value = next.is_name() || next.kind == TokenKind::number;
    return token(stars - 1).is(Mark::star) || (is_value && !next.starts_line && stars == name_end);
  }
  const TokenIndex close = after_type_steps(end);
  if (token(close).is(Mark::close_paren)) return true;
  return starts_operand(token(close));  // the ) is missing
}

bool Parser::is_type_argument() {
  TokenIndex end = after_type(at_);
  if (end == at_) {
    NameKind kind = NameKind::unknown;
    end = after_name(at_, &kind);
    if (end == at_ || kind != NameKind::unknown || after_type_steps(end) == end) return false;
  }
  end = after_type_steps(end);
  if (token(end).is(Mark::open_paren) && is_parameter_list(end)) end = after_group(end);
  const Token& next = token(end);
  return next.is(Mark::comma) || next.is(Mark::greater) || next.is(Mark::ellipsis) || next.is(Mark::semicolon) ||
         next.is_name();
}

bool Parser::starts_declaration() {
  const Token& t = now();
  if (t.kind == TokenKind::word && is_type_word(t.keyword)) {
    if (ahead().is(Mark::open_paren))
      return ahead(2).is(Mark::star) || ahead(2).is(Mark::ampersand) || declares_in_parens(at_ + 1);
    return !ahead().is(Mark::open_brace) && !ahead().is(Mark::close_paren);
  }
  if (t.kind == TokenKind::word && t.keyword != Keyword::none) return is_specifier(t.keyword);
  NameKind kind = NameKind::unknown;
  const TokenIndex end = after_name(at_, &kind);
  if (end == at_) return false;
  const Token& next = token(end);
  if (is_type(kind)) {
    if (next.is(Mark::open_paren))
      return declares_in_parens(end) || ((token(end + 1).is(Mark::star) || token(end + 1).is(Mark::ampersand)) &&
                                         token(end + 2).is_name() && token(end + 3).is(Mark::close_paren));
    return !next.is(Mark::open_brace) && !next.is(Mark::dot) && !next.is(Mark::arrow) && !next.is(Mark::close_paren) &&
           !next.is(Mark::scope);
  }
  return kind == NameKind::unknown && unknown_name_declares(end);
}

// `int (i) = 0`: what may be a declaration is one.
bool Parser::declares_in_parens(TokenIndex open) {
  const Token& name = token(open + 1);
  if (!name.is_name() || is_type(names_.kind(name.text)) || !token(open + 2).is(Mark::close_paren)) return false;
  const Token& next = token(open + 3);
  return next.is(Mark::equals) || (!in_brackets_ && (next.is(Mark::semicolon) || next.is(Mark::open_bracket)));
}

bool Parser::unknown_name_declares(TokenIndex after) {
  const Token& next = token(after);
  const bool is_pair = next.is_name() || (next.kind == TokenKind::word && is_specifier(next.keyword));
  if (is_pair && !next.starts_line)
    return !extra_closer_ahead(Mark::close_paren) && !extra_closer_ahead(Mark::close_bracket);
  TokenIndex name = after;
  while (steps_to(token(name))) ++name;
  if (name == after || !token(name).is_name()) return false;
  const Token& behind_name = token(name + 1);
  if (behind_name.is(Mark::equals)) return true;
  const bool may_end =
      behind_name.is(Mark::semicolon) || behind_name.is(Mark::comma) || behind_name.is(Mark::open_bracket);
  return may_end && names_.kind(token(name).text) == NameKind::unknown;
}

bool Parser::is_parameter_list(TokenIndex open) {
  const TokenIndex first = open + 1;
  const Token& t = token(first);
  if (t.is(Mark::close_paren) || t.is(Mark::ellipsis)) return true;
  const TokenIndex end = after_type(first);
  if (end > first) {
    const Token& next = token(end);
    if (next.is(Mark::open_paren)) return steps_to(token(end + 1));
    return !next.is(Mark::open_brace) && !next.is(Mark::scope) && !next.is(Mark::dot);
  }
  if (t.kind == TokenKind::word && t.keyword != Keyword::none) return is_specifier(t.keyword);
  NameKind kind = NameKind::unknown;
  const TokenIndex name_end = after_name(first, &kind);
  if (name_end == first) return false;
  if (token(name_end).is_name() || (token(name_end).kind == TokenKind::word && is_specifier(token(name_end).keyword)))
    return true;
  const TokenIndex stars = after_type_steps(name_end);
  const Token& next = token(stars);
  return kind == NameKind::unknown && stars > name_end && !token(stars - 1).is(Mark::close_bracket) &&
         (next.is_name() || next.is(Mark::comma) || next.is(Mark::close_paren));
}

bool Parser::starts_operand(const Token& t) const {
  switch (t.kind) {
    case TokenKind::number:
    case TokenKind::character:
    case TokenKind::string: return true;
    case TokenKind::word:
      return t.keyword == Keyword::none || is_cast_word(t.keyword) || t.keyword == Keyword::true_ ||
             t.keyword == Keyword::false_ || t.keyword == Keyword::nullptr_ || t.keyword == Keyword::this_ ||
             t.keyword == Keyword::sizeof_ || t.keyword == Keyword::alignof_;
    default: return false;
  }
}

}  // namespace tilescope::language
