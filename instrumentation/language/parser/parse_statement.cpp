// Parses statements.
#include <algorithm>

#include "instrumentation/language/parser/parsing.h"

namespace tilescope::language {

using syntax::Statement;
using syntax::StatementKind;

Statement& Parser::make(StatementKind kind) {
  Statement& s = *arena_.make<Statement>();
  s.kind = kind;
  s.keyword = now().place;
  return s;
}

const Statement* Parser::done(Statement& s, TokenIndex first) {
  s.place = from(first);
  return &s;
}

const Statement* Parser::statement() {
  const Deeper deeper(*this);
  skip_attributes();
  fresh();
  statement_ = at_;
  arena_.note_place(now().place.offset);
  if (is(Mark::open_brace)) return block();
  if (is(Mark::semicolon)) return simple_statement(StatementKind::empty);
  spell_statement();
  if (now().kind == TokenKind::word && now().keyword != Keyword::none)
    if (const Statement* const s = keyword_statement(now().keyword)) return s;
  if (now().is_name() && ahead().is(Mark::colon)) {
    Statement& s = make(StatementKind::label);
    s.text = now().text;
    at_ += 2;
    return done(s, statement_);
  }
  return starts_declaration() || misses_using() ? declaration_statement() : expression_statement();
}

// Null if the keyword does not decide the kind of statement.
const Statement* Parser::keyword_statement(Keyword word) {
  switch (word) {
    case Keyword::if_: return if_statement();
    case Keyword::for_: return for_statement();
    case Keyword::while_: return while_statement();
    case Keyword::do_: return do_statement();
    case Keyword::switch_: return switch_statement();
    case Keyword::case_:
    case Keyword::default_: return case_statement();
    case Keyword::break_: return simple_statement(StatementKind::break_);
    case Keyword::continue_: return simple_statement(StatementKind::continue_);
    case Keyword::return_: return return_statement();
    case Keyword::else_: return lonely_else();
    case Keyword::using_:
    case Keyword::static_assert_:
    case Keyword::template_: return declaration_statement();
    case Keyword::goto_: return goto_statement();
    case Keyword::asm_: return skipped_statement("inline assembly");
    case Keyword::try_: return try_statement();
    default: return nullptr;
  }
}

const Statement* Parser::outside_statement(std::string_view what, TokenIndex first) {
  Statement& s = make(StatementKind::outside);
  s.keyword = token(first).place;
  s.text = what;
  return done(s, first);
}

const Statement* Parser::goto_statement() {
  const TokenIndex first = at_;
  Statement& s = make(StatementKind::goto_);
  skip();
  s.text = now().text;
  if (now().is_name())
    skip();
  else
    error(behind(), Mistake::missing_label, "a label is missing after 'goto'");
  semicolon();
  return done(s, first);
}

const Statement* Parser::skipped_statement(std::string_view what) {
  const TokenIndex first = at_;
  skip();
  while (!at_end() && !is(Mark::semicolon) && !(now().starts_line && begins_statement(at_))) at_ = after_group(at_);
  semicolon();
  return outside_statement(what, first);
}

const Statement* Parser::try_statement() {
  const TokenIndex first = at_;
  skip();
  if (is(Mark::open_brace)) at_ = after_group(at_);
  while (is(Keyword::catch_)) at_ = after_group(after_group(at_ + 1));
  return outside_statement("exception handling", first);
}

const Statement* Parser::block() {
  const TokenIndex open = at_;
  const TokenIndex close = partners_[open];
  Statement& s = make(StatementKind::block);
  const KnownNames::Scope scope(names_);
  {
    const Limited limited(*this, close == 0 ? limit_ : close);
    const bool greater = std::exchange(no_greater_, false);
    const bool brackets = std::exchange(in_brackets_, false);
    const bool unclosed = std::exchange(unclosed_, false);
    skip();
    s.list = statements();
    no_greater_ = greater;
    in_brackets_ = brackets;
    unclosed_ = unclosed;
  }
  take(Mark::close_brace);
  fresh();
  return done(s, open);
}

std::span<const Statement* const> Parser::statements() {
  std::vector<const Statement*> all;
  while (!at_end()) {
    const TokenIndex first = at_;
    all.push_back(statement());
    if (at_ == first) skip();
  }
  return arena_.list(all);
}

const Statement* Parser::body_statement(Statement& of) {
  of.in_block = is(Mark::open_brace);
  if (!at_end()) {
    const KnownNames::Scope scope(names_);
    return statement();
  }
  error(behind(), Mistake::missing_statement, "a statement is missing after " + quoted(before()));
  return &make(StatementKind::empty);
}

// Reports extra tokens between a head and its statement.
void Parser::after_head(TokenIndex open) {
  if (is(Mark::and_and) || is(Mark::bar_bar)) {
    error(now().place, Mistake::condition_has_ended, "the condition ends before this " + std::string(now().text),
          "put ( ) around the whole condition");
    while (take(Mark::and_and) || take(Mark::bar_bar)) {
      if (is(Mark::open_paren))
        at_ = after_group(at_);
      else
        unary();
    }
    return;
  }
  if (!closer_before_body()) return;
  if (binary_operator().mark == Mark::none)
    error(now().place, when_stray(now().mark), "this " + std::string(now().text) + " closes nothing", "remove it");
  else
    error(token(open).place, Mistake::missing_opener, "another ( is missing before this one", Mend::write("("));
  while (!at_end() && !closes_nothing(at_)) at_ = after_group(at_);
  skip();
}

// A head without ( ) ends at a {, at a ; or at the end of the line.
void Parser::take_rest_of_head() {
  while (!at_end() && !is(Mark::open_brace) && !is(Mark::semicolon) && !now().starts_line) at_ = after_group(at_);
}

bool Parser::closer_before_body() const {
  for (TokenIndex i = at_; i < limit_ && !token(i).is(Mark::open_brace) && !token(i).is(Mark::semicolon);
       i = after_group(i)) {
    if (token(i).is(Mark::close_paren)) return closes_nothing(i);
    if (i == at_ && binary_operator().mark == Mark::none) return false;
  }
  return false;
}

void Parser::condition(Statement& s) {
  for (bool more = true; more;) {
    const TokenIndex first = at_;
    if (is(Mark::close_paren)) {
      error(behind(), Mistake::missing_condition, "a condition is missing after '('");
      s.condition = broken();
      return;
    }
    more = false;
    if (starts_declaration()) {
      s.declarations = arena_.list(plain_declarations(Where::condition));
      if (!is(Mark::semicolon)) return;
      Statement& init = make(StatementKind::declaration);
      init.declarations = std::exchange(s.declarations, {});
      s.init = done(init, first);
      more = true;
    } else {
      s.condition = expression();
      if (!is(Mark::semicolon) || s.init != nullptr) return;
      Statement& init = make(StatementKind::expression);
      init.expression = std::exchange(s.condition, nullptr);
      s.init = done(init, first);
      more = true;
    }
    skip();
  }
}

const Statement* Parser::if_statement() {
  const TokenIndex first = at_;
  Statement& s = make(StatementKind::if_);
  skip();
  s.is_constexpr = take(Keyword::constexpr_);
  const KnownNames::Scope scope(names_);
  head([&] { condition(s); });
  s.body = body_statement(s);
  if (take(Keyword::else_)) {
    const bool in_block = s.in_block;
    s.else_body = body_statement(s);
    s.in_block = in_block;
  }
  return done(s, first);
}

const Statement* Parser::while_statement() {
  const TokenIndex first = at_;
  Statement& s = make(StatementKind::while_);
  skip();
  const KnownNames::Scope scope(names_);
  head([&] { condition(s); });
  s.body = body_statement(s);
  return done(s, first);
}

const Statement* Parser::do_statement() {
  const TokenIndex first = at_;
  Statement& s = make(StatementKind::do_);
  skip();
  s.body = body_statement(s);
  statement_ = at_;
  fresh();
  if (!take(Keyword::while_)) {
    error(behind(), Mistake::missing_word, "'while' and its condition are missing after this do", Mend::write("while"));
    if (!is(Mark::open_paren)) {
      s.condition = broken();
      return done(s, first);
    }
  }
  head([&] { condition(s); });
  if (s.condition == nullptr) s.condition = broken();
  semicolon();
  return done(s, first);
}

const Statement* Parser::switch_statement() {
  const TokenIndex first = at_;
  Statement& s = make(StatementKind::switch_);
  skip();
  const KnownNames::Scope scope(names_);
  head([&] { condition(s); });
  ++switches_;
  s.body = body_statement(s);
  --switches_;
  return done(s, first);
}

const Statement* Parser::case_statement() {
  const TokenIndex first = at_;
  const bool is_default = is(Keyword::default_);
  Statement& s = make(is_default ? StatementKind::default_ : StatementKind::case_);
  if (switches_ == 0) {
    error(now().place, Mistake::stray_case, "this " + std::string(now().text) + " is not inside a switch");
    ++switches_;  // further stray cases have the same cause
  }
  skip();
  if (!is_default) {
    const bool outer = std::exchange(wants_colon_, true);
    s.expression = conditional();
    wants_colon_ = outer;
  }
  after_case(s);
  return done(s, first);
}

void Parser::after_case(Statement& s) {
  if (!take(Mark::colon)) missing(Mark::colon);
  if (at_end()) {
    s.body = &make(StatementKind::empty);
  } else {
    s.in_block = is(Mark::open_brace);
    s.body = statement();
  }
}

// A statement that is one keyword or nothing, and a semicolon.
const Statement* Parser::simple_statement(StatementKind kind) {
  const TokenIndex first = at_;
  Statement& s = make(kind);
  if (kind != StatementKind::empty) skip();
  semicolon();
  return done(s, first);
}

const Statement* Parser::return_statement() {
  const TokenIndex first = at_;
  Statement& s = make(StatementKind::return_);
  skip();
  const bool has_value = !is(Mark::semicolon) && !at_end() && !(now().starts_line && begins_statement(at_));
  if (has_value) s.expression = is(Mark::open_brace) ? braces() : expression();
  semicolon();
  return done(s, first);
}

const Statement* Parser::lonely_else() {
  error(now().place, Mistake::stray_else, "this else has no if");
  while (take(Keyword::else_)) {
  }
  if (at_end()) return &make(StatementKind::broken);
  told_ = false;
  return statement();
}

const Statement* Parser::declaration_statement() {
  const TokenIndex first = at_;
  Statement& s = make(StatementKind::declaration);
  s.declarations = arena_.list(declarations(Where::block));
  return done(s, first);
}

const Statement* Parser::expression_statement() {
  if (is_headless()) return headless_statement();
  if (is_declared_of_value()) return declaration_of_value();
  const TokenIndex first = at_;
  Statement& s = make(StatementKind::expression);
  s.expression = expression();
  if (is(Mark::colon) && switches_ > 0 && !told_) {
    error(token(first).place, Mistake::missing_word, "'case' is missing before " + quoted(token(first)),
          Mend::write("case"));
    s.kind = StatementKind::case_;
    after_case(s);
    return done(s, first);
  }
  semicolon();
  return done(s, first);
}

// `a b = 3;` where a is declared, but not as a type.
bool Parser::is_declared_of_value() const {
  const Token& end = ahead(2);
  return now().is_name() && ahead().is_name() && !ahead().starts_line &&
         (end.is(Mark::equals) || end.is(Mark::semicolon) || end.is(Mark::open_bracket));
}

const Statement* Parser::declaration_of_value() {
  const TokenIndex first = at_;
  Statement& s = make(StatementKind::declaration);
  error_once(
      now(), Mistake::no_type,
      quoted(now()) + " is not a type, or an operator is missing between " + quoted(now()) + " and " + quoted(ahead()));
  skip();
  const syntax::Specifiers* const nothing = arena_.make<syntax::Specifiers>();
  std::vector<const syntax::Declaration*> all;
  do {
    bool ended = false;
    all.push_back(declared(nothing, Where::block, first, nullptr, ended));
    if (all.back() == nullptr) all.pop_back();
  } while (take(Mark::comma));
  s.declarations = arena_.list(all);
  semicolon();
  return done(s, first);
}

// (...) { or (int i = 0; ...): the keyword before it is missing.
bool Parser::is_headless() {
  if (!is(Mark::open_paren) || partners_[at_] == 0) return false;
  const Token& next = token(partners_[at_] + 1);
  if (next.is(Mark::open_brace) || (before().is(Keyword::else_) && starts_operand(next) && !is_cast())) return true;
  return semicolons_in(at_) > 0;
}

unsigned Parser::semicolons_in(TokenIndex open) const {
  unsigned count = 0;
  for (TokenIndex i = open + 1; i < partners_[open] && i < limit_; i = after_group(i))
    count += token(i).is(Mark::semicolon) ? 1U : 0U;
  return count;
}

const Statement* Parser::headless_statement() {
  const TokenIndex first = at_;
  const bool is_for = semicolons_in(at_) > 0;
  const bool is_else = before().is(Keyword::else_);
  const char* const words = is_for ? "'for'" : is_else ? "'if'" : "'if', 'while' or 'switch'";
  error(now().place, Mistake::missing_word, std::string(words) + " is missing before this (",
        is_for    ? Mend::write("for")
        : is_else ? Mend::write("if")
                  : "");
  Statement& s = make(is_for ? StatementKind::for_ : StatementKind::if_);
  const KnownNames::Scope scope(names_);
  const TokenIndex open = at_;
  head([&] { is_for ? for_parts(s, open) : condition(s); });
  if (is(Mark::open_brace) && (ahead().is(Keyword::case_) || ahead().is(Keyword::default_)))
    s.kind = StatementKind::switch_;
  ++switches_;  // it may have been a switch
  s.body = body_statement(s);
  --switches_;
  if (take(Keyword::else_)) s.else_body = body_statement(s);
  return done(s, first);
}

}  // namespace tilescope::language
