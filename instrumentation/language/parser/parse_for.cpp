// Parses the head of a for.
#include <algorithm>

#include "instrumentation/language/parser/parsing.h"

namespace tilescope::language {

using syntax::Statement;
using syntax::StatementKind;

const Statement* Parser::for_statement() {
  const TokenIndex first = at_;
  Statement& s = make(StatementKind::for_);
  skip();
  const KnownNames::Scope scope(names_);
  const TokenIndex open = at_;
  head([&] {
    if (is_for_each(open))
      for_each(s);
    else
      for_parts(s, open);
  });
  s.body = body_statement(s);
  return done(s, first);
}

bool Parser::is_for_each(TokenIndex open) const {
  const TokenIndex end =
      token(open).is(Mark::open_paren) && partners_[open] != 0 ? std::min(partners_[open], limit_) : limit_;
  for (TokenIndex i = at_; i < end; i = after_group(i)) {
    if (token(i).is(Mark::colon)) return true;
    if (token(i).is(Mark::semicolon) || token(i).is(Mark::question) || token(i).is(Mark::open_brace)) return false;
  }
  return false;
}

void Parser::for_each(Statement& s) {
  const TokenIndex first = at_;
  s.kind = StatementKind::for_each;
  syntax::Declaration& d = *arena_.make<syntax::Declaration>();
  d.kind = syntax::DeclarationKind::variable;
  d.specifiers = specifiers(Where::condition);
  if (d.specifiers->base == syntax::Specifiers::Base::none) missing_type(*d.specifiers);
  Declarator its;
  declarator(its, Where::condition);
  d.name = its.name;
  d.name_place = its.name_place;
  d.steps = arena_.list(its.steps);
  d.place = from(first);
  if (d.name != nullptr) {
    names_.declare(d.name->last().text, NameKind::value);
    s.declarations = arena_.list(std::vector<const syntax::Declaration*>{&d});
  }
  if (!take(Mark::colon)) missing(Mark::colon);
  s.expression = is(Mark::open_brace) ? braces() : expression();
}

void Parser::for_parts(Statement& s, TokenIndex open) {
  if (token(open).is(Mark::open_paren)) use_semicolons(open);
  const bool outer = std::exchange(wants_colon_, true);  // an operand without an operator begins the next part
  s.init = for_init();
  if (!take(Mark::semicolon)) missing(Mark::semicolon);
  if (!is(Mark::semicolon)) s.condition = expression();
  if (!take(Mark::semicolon)) missing(Mark::semicolon);
  wants_colon_ = outer;
  if (!is(Mark::close_paren) && !is(Mark::open_brace)) s.step = expression();
}

const Statement* Parser::for_init() {
  const TokenIndex first = at_;
  if (is(Mark::semicolon)) return &make(StatementKind::empty);
  Statement& s = make(StatementKind::declaration);
  if (starts_declaration()) {
    s.declarations = arena_.list(plain_declarations(Where::condition));
  } else {
    s.kind = StatementKind::expression;
    s.expression = expression();
  }
  return done(s, first);
}

// for (int i = 0, i < n, ++i)
void Parser::use_semicolons(TokenIndex open) {
  const unsigned semicolons = semicolons_in(open);
  if (semicolons > 1 || partners_[open] == 0) return;
  std::vector<TokenIndex> commas;
  for (TokenIndex i = open + 1; i < partners_[open] && i < limit_; i = after_group(i))
    if (token(i).is(Mark::comma)) commas.push_back(i);
  const auto compares = [&](TokenIndex comma) {
    for (TokenIndex i = comma + 1; i < partners_[open] && !token(i).is(Mark::comma) && !token(i).is(Mark::semicolon);
         ++i)
      if (token(i).is(Mark::less) || token(i).is(Mark::greater) || token(i).is(Mark::less_equal) ||
          token(i).is(Mark::greater_equal) || token(i).is(Mark::not_equal))
        return true;
    return false;
  };
  const bool all = semicolons == 0 && commas.size() == 2;
  for (const TokenIndex comma : commas) {
    const bool is_last =
        semicolons == 1 && commas.size() == 1 && comma + 1 < limit_ && token(open + 1).kind != TokenKind::mark;
    if (!all && !compares(comma) && !(is_last && comma_after_semicolon(open, comma))) continue;
    error(token(comma).place, Mistake::comma_for_semicolon, "the parts of a for loop are separated by ;, not by ,",
          Mend::write(";"));
    tokens_[order_[comma]].mark = Mark::semicolon;
    tokens_[order_[comma]].text = ";";
  }
}

bool Parser::comma_after_semicolon(TokenIndex open, TokenIndex comma) const {
  for (TokenIndex i = open + 1; i < comma; i = after_group(i))
    if (token(i).is(Mark::semicolon)) return true;
  return false;
}

}  // namespace tilescope::language
