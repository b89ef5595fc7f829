// Parses declarations: variables, functions, structures, enumerations, and templates of them.
#include <algorithm>

#include "instrumentation/language/parser/parsing.h"

namespace tilescope::language {

using syntax::Declaration;
using syntax::DeclarationKind;
using syntax::DeclaratorStep;
using syntax::Specifiers;

namespace {

// True if a type's name may follow the token, rather than a name it declares.
bool may_stand_before_type(const Token& t) {
  const bool declares = t.is(Keyword::struct_) || t.is(Keyword::class_) || t.is(Keyword::union_) ||
                        t.is(Keyword::enum_) || t.is(Keyword::typename_);
  return t.is(Mark::open_paren) || t.is(Mark::comma) || t.is(Mark::semicolon) || t.is(Mark::open_brace) ||
         t.is(Mark::close_brace) || t.is(Mark::greater) ||
         (t.kind == TokenKind::word && is_specifier(t.keyword) && !declares);
}

}  // namespace

// One declaration with everything it declares, up to its ; or the end of a body.
std::vector<const Declaration*> Parser::declarations(Where where) {
  skip_attributes();
  if (take(Mark::semicolon)) return {};
  if (is(Keyword::template_) || misses_template(where)) return {template_declaration(where)};
  if (is(Keyword::using_) || misses_using()) return {using_declaration()};
  if (is(Keyword::static_assert_)) return {static_assertion()};
  return plain_declarations(where);
}

// True for `<int N> __global__ ...`.
bool Parser::misses_template(Where where) const {
  if (!is(Mark::less) || (where != Where::file && where != Where::member)) return false;
  return ahead().is(Keyword::typename_) || ahead().is(Keyword::class_) || is_type_word(ahead().keyword) ||
         ahead().is(Mark::greater);
}

std::vector<const Declaration*> Parser::lone_declaration(bool of_file) {
  try {
    const std::vector<const Declaration*> all = declarations(of_file ? Where::file : Where::block);
    if (mistakes_ == 0 && at_end()) return all;
  } catch (const TooDeep&) {
  }
  return {};
}

void Parser::skip_attributes() {
  while (is(Mark::open_bracket) && ahead().is(Mark::open_bracket)) at_ = after_group(at_);
}

std::vector<const Declaration*> Parser::plain_declarations(Where where) {
  const syntax::Declaration* const head = std::exchange(head_, nullptr);
  const TokenIndex first = at_;
  const Specifiers* const s = specifiers(where);
  const bool has_body = s->structure != nullptr || s->enumeration != nullptr;
  const bool ends = is(Mark::semicolon) || (has_body && where != Where::condition && !declares_more());
  if (ends && (has_body || at_ > first)) return {lone_type(*s, first, head)};
  std::vector<const Declaration*> all;
  bool ended = false;
  do {
    const TokenIndex begin = all.empty() ? first : at_;
    const Declaration* const each = declared(s, where, begin, head, ended);
    if (each != nullptr) all.push_back(each);
  } while (!ended && !comma_ends_declarations(where) && take(Mark::comma));
  if (!ended && where != Where::condition) semicolon();
  return all;
}

// Reports `int i = 0, float x;` and `float x = 1,5;`.
bool Parser::comma_ends_declarations(Where where) {
  if (!is(Mark::comma) || where == Where::condition) return false;
  const Token& next = ahead();
  const bool is_decimal = before().kind == TokenKind::number && next.kind == TokenKind::number && !next.after_space;
  if (next.kind == TokenKind::word && is_type_word(next.keyword)) {
    error(now().place, Mistake::comma_for_semicolon, "a ; belongs here, not a ,", Mend::write(";"));
    Token& comma = tokens_[order_[at_]];
    comma.mark = Mark::semicolon;
    comma.text = ";";
    return true;
  }
  if (!is_decimal) return false;
  error(now().place, Mistake::comma_for_point, "a number needs a decimal point, not a ,", Mend::write("."));
  at_ += 2;
  return !is(Mark::comma);
}

// True if what follows a structure's } is declared with that type.
bool Parser::declares_more() const {
  if (is(Mark::star) || is(Mark::ampersand) || is(Mark::open_paren)) return true;
  const Token& next = ahead();
  return now().is_name() && (next.is(Mark::semicolon) || next.is(Mark::comma) || next.is(Mark::equals) ||
                             next.is(Mark::open_bracket) || next.is(Mark::open_brace));
}

// struct S {...}; or a forward declaration.
const Declaration* Parser::lone_type(const Specifiers& s, TokenIndex first, const Declaration* head) {
  Declaration& d = make_declaration(head);
  d.specifiers = &s;
  d.name_place = behind();
  if (s.structure != nullptr) {
    d.kind = DeclarationKind::structure;
    d.name = s.structure->name;
    d.name_place = s.structure->name_place;
    if (d.name == nullptr && !in_structure_ && bodies_ == 0) {
      const Aside for_sure(*this, *file_diagnostics_);
      const std::string_view word = text(s.structure->word);
      const Place place{s.structure->place.offset, static_cast<std::uint32_t>(word.size())};
      error(s.is_typedef ? behind() : place, Mistake::nameless_type, "this " + std::string(word) + " has no name");
    }
  } else if (s.enumeration != nullptr) {
    d.kind = DeclarationKind::enumeration;
    d.name = s.enumeration->name;
  } else if (s.base != Specifiers::Base::named && !s.is_friend) {
    error(behind(), Mistake::missing_name, "a name is missing after " + quoted(before()));
  }
  d.place = from(first);
  semicolon();
  return &d;
}

Declaration& Parser::make_declaration(const Declaration* head) {
  Declaration& d = *arena_.make<Declaration>();
  if (head == nullptr) return d;
  d.is_template = head->is_template;
  d.parameters = head->parameters;
  d.specialization = head->specialization;
  return d;
}

// One declared thing; null if it has no name, which was reported. `ended` is set if it had a body.
const Declaration* Parser::declared(const Specifiers* s, Where where, TokenIndex first, const Declaration* head,
                                    bool& ended) {
  Declaration& d = make_declaration(head);
  d.specifiers = s;
  if (s->base == Specifiers::Base::none && is_special_member(where)) {
    special_member(d);
  } else {
    if (s->base == Specifiers::Base::none && !at_end()) missing_type(*s);
    Declarator each;
    declarator(each, where);
    d.name = each.name;
    d.name_place = each.name_place;
    d.steps = arena_.list(each.steps);
  }
  const bool is_function = !d.steps.empty() && d.steps.front().kind == DeclaratorStep::Kind::function;
  if (where == Where::file && misses_typedef(*s, d)) {
    error(token(first).place, Mistake::missing_word, "'typedef' is missing before " + quoted(token(first)),
          Mend::write("typedef"));
    d.kind = DeclarationKind::alias;
    d.place = from(first);
    declare(d);
    return &d;
  }
  d.kind = s->is_typedef ? DeclarationKind::alias : is_function ? DeclarationKind::function : DeclarationKind::variable;
  d.place = from(first);
  if (d.name != nullptr) declare(d);
  if (d.kind == DeclarationKind::function)
    ended = function_rest(d, where);
  else
    initializer(d, where);
  if (d.kind != DeclarationKind::function) d.place = from(first);
  return d.name == nullptr && d.kind != DeclarationKind::function ? nullptr : &d;
}

// `unsigned u32;`, and later `u32 i = ...`
bool Parser::misses_typedef(const Specifiers& s, const Declaration& d) {
  constexpr std::size_t farthest_value = 3000, most = 300'000;
  const bool has_type = s.base == Specifiers::Base::words || s.base == Specifiers::Base::named;
  const bool is_plain = has_type && !s.is_typedef && !s.is_extern && !s.device && !s.constant && !s.shared &&
                        !s.managed && !d.is_template;
  if (!is_plain || d.name == nullptr || d.name->parts.size() != 1 || !d.steps.empty() || !is(Mark::semicolon))
    return false;
  const std::string_view name = d.name->last().text;
  const std::size_t end = std::min(order_.size(), at_ + farthest_value);
  if (looked_ahead_ > most) return false;
  looked_ahead_ += end - at_;
  for (std::size_t i = at_; i + 1 < end; ++i) {
    const Token& next = tokens_[order_[i + 1]];
    if (tokens_[order_[i]].text == name && next.is_name() && !next.starts_line &&
        may_stand_before_type(tokens_[order_[i - 1]]))
      return true;
  }
  return false;
}

void Parser::missing_type(const Specifiers& s) {
  if (s.global)
    error(now().place, Mistake::kernel_without_void, "the type is missing: a kernel returns void",
          "write void before " + quoted(now()).text);
  else
    error_once(now(), Mistake::missing_type_before, "a type is missing before " + quoted(now()));
}

void Parser::declare(const Declaration& d) {
  const std::string_view name = d.name->last().text;
  if (d.kind == DeclarationKind::alias)
    names_.declare(name, NameKind::type);
  else if (in_structure_ || d.name->parts.size() > 1 || (bodies_ == 0 && is_brought_type(name)))
    return;
  else if (d.is_template)
    names_.declare(name, NameKind::function_template);
  else if (d.kind != DeclarationKind::function || names_.kind(name) != NameKind::function_template)
    names_.declare(name, NameKind::value);
}

void Parser::initializer(Declaration& d, Where where) {
  if (where == Where::member && take(Mark::colon)) d.bits = conditional();
  const TokenIndex open = at_;
  if (take(Mark::equals)) {
    d.how = syntax::Initializer::equals;
    const unsigned mistakes = mistakes_;
    d.init = initializer_value();
    if (mistakes != mistakes_) d.init = broken();
  } else if (is(Mark::open_brace)) {
    d.how = syntax::Initializer::braces;
    d.values = braces()->list;
  } else if (is(Mark::open_paren)) {
    const Bracket bracket(*this, open);
    skip();
    d.how = syntax::Initializer::parens;
    d.values = arena_.list(values(Mark::close_paren));
    close(Mark::close_paren, open);
  } else if (misses_equals()) {
    missing(Mark::equals);
    d.how = syntax::Initializer::equals;
    assignment();
    d.init = broken();
  }
}

// True for `int x 3;`, but not for `int x y = 3;`.
bool Parser::misses_equals() const {
  if (!starts_operand(now()) || now().starts_line || in_brackets_) return false;
  const Token& next = ahead();
  const bool is_another =
      now().is_name() && (next.is(Mark::equals) || next.is(Mark::comma) || next.is(Mark::semicolon));
  return !is_another || next.is(Mark::semicolon);
}

// Parses what follows a function's parameters; true if that was a body.
bool Parser::function_rest(Declaration& d, Where where) {
  if (is(Mark::equals) && (ahead().is(Keyword::default_) || ahead().is(Keyword::delete_) || ahead().text == "0")) {
    d.is_defaulted = ahead().is(Keyword::default_);
    d.is_deleted = ahead().is(Keyword::delete_);
    at_ += 2;
    return false;
  }
  if (is(Mark::colon) && (where == Where::file || where == Where::member)) member_initializers(d);
  if (is(Keyword::try_)) {
    at_ = after_group(at_ + 1);
    while (is(Keyword::catch_)) at_ = after_group(after_group(at_ + 1));
    return true;
  }
  if (!is(Mark::open_brace)) return false;
  if (where == Where::block)
    error(d.name_place, Mistake::inner_function, "a function cannot be defined inside another",
          Mend::asked("is a } missing before it?", "}"));
  body(d);
  return true;
}

void Parser::member_initializers(Declaration& d) {
  std::vector<syntax::MemberInitializer> all;
  skip();
  do {
    syntax::MemberInitializer each;
    each.place = now().place;
    const syntax::Name* const of = name();
    if (of == nullptr) {
      error(behind(), Mistake::missing_name, "a name is missing after " + quoted(before()));
      break;
    }
    each.name = of->last().text;
    const TokenIndex open = at_;
    const bool has_braces = is(Mark::open_brace);
    if (!has_braces && !is(Mark::open_paren)) {
      missing(Mark::open_paren);
      break;
    }
    const Bracket bracket(*this, open);
    skip();
    const Mark closing = has_braces ? Mark::close_brace : Mark::close_paren;
    each.values = arena_.list(values(closing));
    close(closing, open);
    all.push_back(each);
  } while (take(Mark::comma));
  d.initializers = arena_.list(all);
}

void Parser::body(Declaration& d) {
  const KnownNames::Scope scope(names_);
  const unsigned switches = std::exchange(switches_, 0);
  const bool in_structure = std::exchange(in_structure_, false);
  for (const Declaration* each : d.steps.front().parameters)
    if (each->name != nullptr) names_.declare(each->name->last().text, NameKind::value);
  ++bodies_;
  d.body = block();
  --bodies_;
  in_structure_ = in_structure;
  switches_ = switches;
}

// True for a constructor, destructor or conversion: no type stands before them.
bool Parser::is_special_member(Where where) {
  if (where != Where::file && where != Where::member) return false;
  if (is(Mark::tilde) && where == Where::member) return true;
  NameKind kind = NameKind::unknown;
  const TokenIndex end = is(Keyword::operator_) ? at_ : after_name(at_, &kind);
  if (where == Where::member && !is(Keyword::operator_))
    return now().text == structure_ && names_constructor(end, where);
  const TokenIndex op = is(Keyword::operator_) ? at_ : end + 1;
  if (token(op).is(Keyword::operator_) && (op == at_ || token(end).is(Mark::scope)))
    return token(op + 1).kind == TokenKind::word;
  return names_constructor(end, where) || (token(end).is(Mark::scope) && token(op).is(Mark::tilde));
}

void Parser::special_member(Declaration& d) {
  const TokenIndex first = at_;
  d.name = name(false, true);
  d.name_place = from(first);
  if (d.name == nullptr) {
    error(behind(), Mistake::missing_name, "a name is missing after " + quoted(before()));
    return;
  }
  const std::string_view text = d.name->last().text;
  d.is_destructor = text.starts_with('~');
  if (text == "operator") {
    Declarator none;
    syntax::TypeName& type = *arena_.make<syntax::TypeName>();
    type.specifiers = specifiers(Where::type);
    none.steps = pointers();
    type.steps = arena_.list(none.steps);
    type.place = from(first);
    d.converts_to = &type;
  } else {
    d.is_constructor = !d.is_destructor;
  }
  if (!is(Mark::open_paren)) {
    missing(Mark::open_paren);
    --at_;  // as if it were here
  }
  const std::vector<DeclaratorStep> steps{function_step()};
  d.steps = arena_.list(steps);
}

const Declaration* Parser::template_declaration(Where where) {
  const Deeper deeper(*this);
  const TokenIndex first = at_;
  Declaration& head = *arena_.make<Declaration>();
  head.is_template = true;
  if (!take(Keyword::template_))
    error(now().place, Mistake::missing_word, "'template' is missing before '<'", Mend::write("template"));
  if (!is(Mark::less) && !misses_less()) return instantiation(first, where);
  const Declaration* d = nullptr;
  {
    const KnownNames::Scope scope(names_);
    const auto parameters = template_parameters();
    head.parameters = arena_.list(parameters);
    head.specialization = parameters.empty();
    skip_requirement();
    if (is(Keyword::template_)) {
      d = template_declaration(where);
    } else {
      head_ = &head;
      const std::vector<const Declaration*> all =
          is(Keyword::using_) ? std::vector{using_declaration()} : plain_declarations(where);
      head_ = nullptr;
      if (!all.empty()) d = all.front();
    }
  }
  if (d == nullptr) return arena_.make<Declaration>();
  if (d->name != nullptr && !in_structure_ && d->name->parts.size() == 1)
    names_.declare(d->name->last().text, d->kind == DeclarationKind::structure || d->kind == DeclarationKind::alias ||
                                                 d->kind == DeclarationKind::empty
                                             ? NameKind::type
                                             : NameKind::function_template);
  return d;
}

// True for `template int N> ...`.
bool Parser::misses_less() const {
  if (is(Keyword::global) || is(Keyword::device) || is(Keyword::host)) return false;
  for (TokenIndex i = at_; i < limit_; i = after_group(i)) {
    const Token& t = token(i);
    if (t.is(Mark::less) || t.is(Mark::open_paren) || t.is(Mark::semicolon) || t.is(Mark::open_brace)) return false;
    if (t.is(Mark::greater)) return true;
  }
  return false;
}

// template __global__ void f<16>(...);
const Declaration* Parser::instantiation(TokenIndex first, Where where) {
  const auto all = plain_declarations(where);
  if (all.empty()) return arena_.make<Declaration>();
  Declaration& d = *arena_.make<Declaration>(*all.front());
  d.kind = DeclarationKind::instantiation;
  d.place = joined(token(first).place, d.place);
  return &d;
}

// Skips requires ... before a declaration.
void Parser::skip_requirement() {
  if (now().text != "requires") return;
  while (!at_end() && !is(Mark::semicolon) && !is(Mark::open_brace) &&
         !(now().kind == TokenKind::word && is_specifier(now().keyword) && now().starts_line))
    at_ = after_group(at_);
}

std::vector<syntax::TemplateParameter> Parser::template_parameters() {
  const bool greater = std::exchange(no_greater_, true);
  const bool brackets = std::exchange(in_brackets_, true);
  std::vector<syntax::TemplateParameter> all;
  if (!take(Mark::less)) missing(Mark::less);
  while (!is(Mark::greater) && !at_end()) {
    all.push_back(template_parameter());
    names_.declare(all.back().name, all.back().kind == syntax::TemplateParameter::Kind::type    ? NameKind::type
                                    : all.back().kind == syntax::TemplateParameter::Kind::value ? NameKind::value
                                                                                                : NameKind::type);
    if (take(Mark::comma)) continue;
    if (!starts_template_parameter()) break;
    missing(Mark::comma);
  }
  if (!take(Mark::greater)) missing(Mark::greater);
  no_greater_ = greater;
  in_brackets_ = brackets;
  return all;
}

bool Parser::starts_template_parameter() const {
  const Keyword word = now().keyword;
  return (word == Keyword::typename_ || word == Keyword::class_ || is_type_word(word)) && !now().starts_line &&
         !is(Keyword::void_);
}

syntax::TemplateParameter Parser::template_parameter() {
  using Kind = syntax::TemplateParameter::Kind;
  const Deeper deeper(*this);
  const TokenIndex first = at_;
  syntax::TemplateParameter p;
  const bool is_template_of = is(Keyword::template_);
  if (is_template_of) {
    p.kind = Kind::other;
    skip();
    const KnownNames::Scope scope(names_);
    template_parameters();
  }
  const bool is_type = is(Keyword::class_) || (is(Keyword::typename_) && !ahead(2).is(Mark::scope));
  NameKind kind = NameKind::unknown;
  const TokenIndex end = after_name(at_, &kind);
  const bool misses_word =
      end == at_ + 1 && kind == NameKind::unknown && (token(end).is(Mark::comma) || token(end).is(Mark::greater));
  if (misses_word && !is_used_as_type(now().text)) {
    error(now().place, Mistake::missing_type_before, "a type is missing before " + quoted(now()));
    p.kind = Kind::value;
    p.place = now().place;
    p.name = now().text;
    names_.declare(p.name, NameKind::value);
    skip();
    if (take(Mark::equals)) p.default_value = conditional();
    return p;
  }
  if (is_type || misses_word) {
    if (misses_word)
      error(now().place, Mistake::missing_word, "'typename' is missing before " + quoted(now()),
            Mend::write("typename"));
    if (!misses_word) skip();
    if (take(Mark::ellipsis)) p.kind = Kind::other;
    p.place = now().place;
    if (now().is_name()) {
      p.name = now().text;
      skip();
    } else if (const std::string_view used = unknown_type_ahead(); !used.empty()) {
      const Sentence named = language::quoted(used);
      error(behind(), Mistake::nameless_parameter, "this parameter has no name, and " + named + " is not declared",
            "call it " + named.text);
      p.name = used;
    }
    if (take(Mark::equals)) p.default_type = type_name();
    return p;
  }
  value_parameter(p, first);
  return p;
}

// True if the code that follows declares things of this type.
bool Parser::is_used_as_type(std::string_view name) const {
  const TokenIndex end = std::min(limit_, at_ + 300);
  for (TokenIndex i = at_ + 1; i < end; ++i) {
    if (token(i).text != name) continue;
    if (token(i + 1).is(Mark::scope)) return true;
    TokenIndex next = i + 1;
    while (token(next).is(Mark::star) || token(next).is(Mark::ampersand)) ++next;
    const Token& behind = token(next + 1);
    const bool is_end = behind.is(Mark::comma) || behind.is(Mark::close_paren) || behind.is(Mark::semicolon) ||
                        behind.is(Mark::equals) || behind.is(Mark::open_bracket) || behind.is(Mark::open_paren);
    if ((token(next).is_name() && (next == i + 1 || is_end)) || token(next).is(Keyword::const_) ||
        token(next).is(Keyword::restrict_))
      return true;
    if (next > i + 1 && token(next).is(Mark::close_paren)) return true;
  }
  return false;
}

// The first undeclared name that the template beginning here uses as a type; empty if there is none.
std::string_view Parser::unknown_type_ahead() {
  if (!is(Mark::comma) && !is(Mark::greater)) return {};
  std::vector<std::string_view> seen;
  unsigned depth = 0;
  const TokenIndex end = std::min(limit_, at_ + 300);
  for (TokenIndex i = at_; i < end; ++i) {
    const Token& t = token(i);
    if (t.is(Mark::open_brace)) ++depth;
    if ((t.is(Mark::semicolon) && depth == 0) || (t.is(Mark::close_brace) && depth-- < 2)) return {};
    if (!t.is_name() || std::find(seen.begin(), seen.end(), t.text) != seen.end()) continue;
    seen.push_back(t.text);
    TokenIndex next = i + 1;
    while (token(next).is(Mark::star) || token(next).is(Mark::ampersand)) ++next;
    const bool is_type = token(next).is_name() || token(next).is(Keyword::restrict_) || token(next).is(Keyword::const_);
    if (is_type && may_stand_before_type(token(i - 1)) && names_.kind(t.text) == NameKind::unknown) return t.text;
  }
  return {};
}

void Parser::value_parameter(syntax::TemplateParameter& p, TokenIndex first) {
  p.kind = syntax::TemplateParameter::Kind::value;
  syntax::TypeName& type = *arena_.make<syntax::TypeName>();
  const unsigned mistakes = mistakes_;
  type.specifiers = specifiers(Where::parameter);
  if (type.specifiers->base == Specifiers::Base::none)
    error(now().place, Mistake::missing_type_before, "a type is missing before " + quoted(now()));
  if (is(Mark::ellipsis)) p.kind = syntax::TemplateParameter::Kind::other;
  Declarator d;
  declarator(d, Where::parameter);
  type.steps = arena_.list(d.steps);
  type.place = from(first);
  p.value_type = &type;
  p.place = d.name_place;
  if (d.name != nullptr) p.name = d.name->last().text;
  if (take(Mark::equals)) p.default_value = conditional();
  if (mistakes != mistakes_ && at_ == first) skip();
}

// True for `a = unsigned long;`.
bool Parser::misses_using() {
  if (!now().is_name() || names_.kind(now().text) != NameKind::unknown || !ahead().is(Mark::equals)) return false;
  const TokenIndex type = at_ + 2;
  const TokenIndex end = after_type(type);
  return end > type && token(after_type_steps(end)).is(Mark::semicolon);
}

const Declaration* Parser::using_declaration() {
  const TokenIndex first = at_;
  const Declaration* const head = std::exchange(head_, nullptr);
  Declaration& d = make_declaration(head);
  if (!take(Keyword::using_))
    error(now().place, Mistake::missing_word, "'using' is missing before " + quoted(now()), Mend::write("using"));
  d.kind = DeclarationKind::use;
  d.uses_namespace = take(Keyword::namespace_);
  take(Keyword::typename_);
  d.name_place = now().place;
  d.name = name(false, true);
  if (d.name == nullptr) error(behind(), Mistake::missing_name, "a name is missing after " + quoted(before()));
  take(Mark::ellipsis);
  skip_attributes();
  if (take(Mark::equals)) {
    d.kind = DeclarationKind::alias;
    const syntax::TypeName* const type = type_name();
    d.specifiers = type->specifiers;
    d.steps = type->steps;
    if (d.name != nullptr) names_.declare(d.name->last().text, NameKind::type);
  }
  d.place = from(first);
  semicolon();
  if (d.name == nullptr) d.kind = DeclarationKind::empty;
  return &d;
}

const Declaration* Parser::static_assertion() {
  const TokenIndex first = at_;
  Declaration& d = *arena_.make<Declaration>();
  d.kind = DeclarationKind::static_assertion;
  d.name_place = now().place;
  skip();
  const TokenIndex open = at_;
  if (!is(Mark::open_paren)) {
    missing(Mark::open_paren);
    skip_statement();
    d.init = broken();
    return &d;
  }
  {
    const Bracket bracket(*this, open);
    skip();
    d.init = assignment();
    if (take(Mark::comma)) {
      if (now().kind == TokenKind::string)
        d.message = strings()->text;
      else
        error(behind(), Mistake::missing_text, "a string is missing after ','");
    }
    close(Mark::close_paren, open);
  }
  d.place = from(first);
  semicolon();
  return &d;
}

}  // namespace tilescope::language
