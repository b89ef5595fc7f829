// Parses names, the specifiers of a declaration, and the declarator around its name.
#include <algorithm>

#include "instrumentation/language/parser/parsing.h"

namespace tilescope::language {

using syntax::DeclaratorStep;
using syntax::Name;
using syntax::NamePart;
using syntax::Specifiers;
using syntax::TemplateArgument;
using syntax::TypeName;

// Null if there is none.
const Name* Parser::name(bool is_member, bool in_declarator) {
  const TokenIndex first = at_;
  Name& whole = *arena_.make<Name>();
  whole.expansion = now().expansion;
  whole.global = take(Mark::scope);
  std::vector<NamePart> parts;
  for (bool more = true; more;) {
    NamePart part;
    const TokenIndex at = at_;
    if (!name_part(part, is_member || in_declarator)) {
      if (parts.empty()) at_ = first;
      break;
    }
    if (token(at).is_name() && (has_arguments(at, is_member) || (in_declarator && is(Mark::less)))) {
      part.has_arguments = true;
      part.arguments = template_arguments();
    }
    parts.push_back(part);
    more = take(Mark::scope);
    if (more) take(Keyword::template_);
  }
  if (parts.empty()) return nullptr;
  if (before().is(Mark::scope)) error(behind(), Mistake::missing_name, "a name is missing after '::'");
  whole.parts =
      parts.size() == 1 ? std::span<const NamePart>(arena_.make<NamePart>(parts.front()), 1) : arena_.list(parts);
  whole.place = from(first);
  return &whole;
}

bool Parser::name_part(NamePart& part, bool may_destroy) {
  const TokenIndex first = at_;
  if (is(Keyword::operator_)) {
    part.text = operator_name();
  } else if (may_destroy && is(Mark::tilde) && ahead().is_name()) {
    part.text = arena_.text("~" + std::string(ahead().text));
    at_ += 2;
  } else if (now().is_name()) {
    part.text = now().text;
    skip();
  } else {
    return false;
  }
  part.place = from(first);
  return true;
}

// The name of an operator that is a mark; "operator" for a conversion.
std::string_view Parser::operator_name() {
  std::string text = "operator";
  skip();
  if ((is(Mark::open_paren) && ahead().is(Mark::close_paren)) ||
      (is(Mark::open_bracket) && ahead().is(Mark::close_bracket))) {
    text += is(Mark::open_paren) ? "()" : "[]";
    at_ += 2;
  } else if (is(Keyword::new_) || is(Keyword::delete_)) {
    text += " " + std::string(now().text);
    skip();
  } else if (now().kind == TokenKind::string) {  // a literal operator
    text += now().text;
    skip();
    if (now().is_name() && !now().starts_line) skip();
  } else if (now().kind == TokenKind::mark && !is(Mark::open_paren) && !is(Mark::semicolon) && !is(Mark::scope)) {
    for (bool more = true; more; skip()) {
      more = is(Mark::greater) && now().joined;
      text += now().text;
    }
  }
  return arena_.text(text);
}

std::span<const TemplateArgument> Parser::template_arguments() {
  const Deeper deeper(*this);
  const bool greater = std::exchange(no_greater_, true);
  const bool brackets = std::exchange(in_brackets_, true);
  skip();
  std::vector<TemplateArgument> arguments;
  while (!is(Mark::greater)) {
    arguments.push_back(template_argument());
    take(Mark::ellipsis);
    if (!take(Mark::comma)) break;
  }
  if (!take(Mark::greater)) missing(Mark::greater);
  no_greater_ = greater;
  in_brackets_ = brackets;
  return arena_.list(arguments);
}

TemplateArgument Parser::template_argument() {
  const TokenIndex first = at_;
  TemplateArgument argument;
  if (is_type_argument())
    argument.type = type_name();
  else
    argument.value = assignment();
  argument.place = from(first);
  return argument;
}

const TypeName* Parser::type_name() {
  const TokenIndex first = at_;
  TypeName& type = *arena_.make<TypeName>();
  type.specifiers = specifiers(Where::type);
  if (type.specifiers->base == Specifiers::Base::none)
    error(behind(), Mistake::missing_type, "a type is missing after " + quoted(before()));
  Declarator d;
  declarator(d, Where::type);
  type.steps = arena_.list(d.steps);
  type.place = from(first);
  return &type;
}

const TypeName* Parser::plain_type_name() {
  const TokenIndex first = at_;
  TypeName& type = *arena_.make<TypeName>();
  type.specifiers = specifiers(Where::type);
  type.place = from(first);
  return &type;
}

const Specifiers* Parser::specifiers(Where where) {
  const TokenIndex first = at_;
  Specifiers& s = *arena_.make<Specifiers>();
  while (specifier(s, where)) {
  }
  s.place = from(first);
  return &s;
}

// `S { ... };`
bool Parser::misses_struct() const {
  return now().is_name() && ahead().is(Mark::open_brace) && token(after_group(at_ + 1)).is(Mark::semicolon);
}

// Parses one specifier; false if there is none.
bool Parser::specifier(Specifiers& s, Where where) {
  const Token& t = now();
  const bool may_miss_word = where == Where::file && s.base == Specifiers::Base::none;
  if (may_miss_word && (t.is_name() || t.is(Mark::open_brace)) && misses_enum()) {
    enumeration(s);
    return true;
  }
  if (may_miss_word && misses_struct()) {
    structure(s);
    return true;
  }
  if (t.is_name() || t.is(Mark::scope))
    return s.base == Specifiers::Base::none && (spell_specifier() || named_type(s, where));
  if (attributes(&s)) return true;
  if (t.kind != TokenKind::word || begins_next_statement(s, where)) return false;
  if (type_word(s, t.keyword) || mark_specifier(s, t.keyword)) return true;
  if (bracketed_specifier(s, t.keyword)) return true;
  return s.base == Specifiers::Base::none && keyword_type(s, t.keyword);
}

// `using a = b` without its ;, and const int c on the next line.
bool Parser::begins_next_statement(const Specifiers& s, Where where) const {
  if (where != Where::type || s.base == Specifiers::Base::none || in_brackets_ || !now().starts_line) return false;
  if (is(Keyword::const_) || is(Keyword::volatile_)) return ahead().is_name() || is_type_word(ahead().keyword);
  return is_type_word(now().keyword) ? s.word != Keyword::none : is_specifier(now().keyword);
}

bool Parser::type_word(Specifiers& s, Keyword word) {
  if (!is_type_word(word)) return false;
  const bool fits = s.base == Specifiers::Base::none || s.base == Specifiers::Base::words;
  if (!fits) return false;
  switch (word) {
    case Keyword::unsigned_: s.is_unsigned = true; break;
    case Keyword::signed_: s.is_signed = true; break;
    case Keyword::short_: s.is_short = true; break;
    case Keyword::long_: ++s.longs; break;
    case Keyword::auto_: break;
    default:
      if (s.word != Keyword::none)
        error(now().place, Mistake::two_types,
              "there are two types: " + quoted(now()) + " and " + language::quoted(text(s.word)));
      s.word = word;
  }
  s.base = word == Keyword::auto_ ? Specifiers::Base::automatic : Specifiers::Base::words;
  s.base_place = s.base_place == Place{} ? now().place : joined(s.base_place, now().place);
  skip();
  return true;
}

bool Parser::mark_specifier(Specifiers& s, Keyword word) {
  switch (word) {
    case Keyword::const_: s.is_const = true; break;
    case Keyword::volatile_: s.is_volatile = true; break;
    case Keyword::typedef_: s.is_typedef = true; break;
    case Keyword::static_: s.is_static = true; break;
    case Keyword::extern_: s.is_extern = true; break;
    case Keyword::inline_:
    case Keyword::forceinline: s.is_inline = true; break;
    case Keyword::constexpr_: s.is_constexpr = true; break;
    case Keyword::virtual_: s.is_virtual = true; break;
    case Keyword::friend_: s.is_friend = true; break;
    case Keyword::mutable_: s.is_mutable = true; break;
    case Keyword::global: s.global = true; break;
    case Keyword::device: s.device = true; break;
    case Keyword::host: s.host = true; break;
    case Keyword::shared: s.shared = true; break;
    case Keyword::constant: s.constant = true; break;
    case Keyword::managed: s.managed = true; break;
    case Keyword::restrict_: s.restricted = true; break;
    case Keyword::register_:
    case Keyword::thread_local_:
    case Keyword::grid_constant:
    case Keyword::noinline: break;
    default: return false;
  }
  skip();
  return true;
}

// Parses specifiers that may be followed by brackets.
bool Parser::bracketed_specifier(Specifiers& s, Keyword word) {
  if (word == Keyword::alignas_ || word == Keyword::align) {
    aligned(s);
    return true;
  }
  if (word != Keyword::explicit_ && word != Keyword::launch_bounds) return false;
  skip();
  s.is_explicit = s.is_explicit || word == Keyword::explicit_;
  const TokenIndex open = at_;
  if (!is(Mark::open_paren)) {
    if (word == Keyword::launch_bounds) missing(Mark::open_paren);
    return true;
  }
  const Bracket bracket(*this, open);
  skip();
  const auto list = values(Mark::close_paren);
  if (word == Keyword::launch_bounds) s.launch_bounds = arena_.list(list);
  close(Mark::close_paren, open);
  return true;
}

void Parser::aligned(Specifiers& s) {
  skip();
  const TokenIndex open = at_;
  if (!is(Mark::open_paren)) return missing(Mark::open_paren);
  const Bracket bracket(*this, open);
  const bool is_type = is_cast();
  skip();
  if (is_type)
    s.aligned_as = type_name();
  else
    s.alignment = expression();
  close(Mark::close_paren, open);
}

// [[...]] or __attribute__((...)): only an alignment matters.
bool Parser::attributes(Specifiers* s) {
  if (is(Mark::open_bracket) && ahead().is(Mark::open_bracket)) {
    at_ = after_group(at_);
    return true;
  }
  if (!is(Keyword::attribute)) return false;
  skip();
  const TokenIndex end = after_group(at_);
  const bool is_alignment = ahead(2).text == "aligned" || ahead(2).text == "__aligned__";
  if (s != nullptr && is_alignment && ahead(3).is(Mark::open_paren)) {
    at_ += 2;
    aligned(*s);
  }
  at_ = is(Mark::open_paren) || at_ < end ? end : at_;
  return true;
}

bool Parser::keyword_type(Specifiers& s, Keyword word) {
  const TokenIndex first = at_;
  switch (word) {
    case Keyword::struct_:
    case Keyword::class_: misses_enum() ? enumeration(s) : structure(s); break;
    case Keyword::union_: structure(s); break;
    case Keyword::enum_: enumeration(s); break;
    case Keyword::typename_:
      skip();
      s.name = name();
      s.base = Specifiers::Base::named;
      if (s.name == nullptr) error(behind(), Mistake::missing_name, "a name is missing after 'typename'");
      break;
    case Keyword::decltype_: type_of(s); break;
    default: return false;
  }
  s.base_place = from(first);
  return true;
}

void Parser::type_of(Specifiers& s) {
  skip();
  const TokenIndex open = at_;
  s.base = Specifiers::Base::type_of;
  if (!is(Mark::open_paren)) return missing(Mark::open_paren);
  const Bracket bracket(*this, open);
  skip();
  if (take(Keyword::auto_))
    s.base = Specifiers::Base::automatic;
  else
    s.expression = expression();
  close(Mark::close_paren, open);
}

// True if the name here is the declared one, as in `S(int i)` and `S::S(int i)`, with no type before it.
bool Parser::names_constructor(TokenIndex end, Where where) const {
  if (!token(end).is(Mark::open_paren)) return false;
  if (where == Where::member) return now().text == structure_ && !token(end + 1).is(Mark::star);
  return where == Where::file && end >= at_ + 3 && token(end - 1).text == token(at_).text &&
         token(end - 2).is(Mark::scope);
}

// A type by its name: a known one, or a name that cannot be anything else.
bool Parser::named_type(Specifiers& s, Where where) {
  NameKind kind = NameKind::unknown;
  const TokenIndex end = after_name(at_, &kind);
  if (end == at_ || names_constructor(end, where)) return false;
  const Token& next = token(end);
  if (!is_type(kind)) {
    TokenIndex i = end;
    while (token(i).is(Mark::star) || token(i).is(Mark::ampersand) || token(i).is(Mark::and_and)) ++i;
    const bool is_end = token(i).is(Mark::comma) || token(i).is(Mark::close_paren);
    const bool has_steps = i > end && (token(i).is_name() || token(i).is(Keyword::const_) ||
                                       token(i).is(Keyword::restrict_) || (is_end && where == Where::parameter));
    const bool is_word = next.kind == TokenKind::word &&
                         (next.keyword == Keyword::none || is_specifier(next.keyword) || next.is(Keyword::operator_));
    if (where != Where::type && !has_steps && !is_word) return false;
    if (next.is(Mark::scope)) return false;
  }
  const TokenIndex first = at_;
  s.name = name();
  s.base = Specifiers::Base::named;
  s.base_place = from(first);
  return true;
}

std::vector<DeclaratorStep> Parser::pointers() {
  std::vector<DeclaratorStep> steps;
  for (;;) {
    if (!is(Mark::star) && !is(Mark::ampersand) && !is(Mark::and_and)) return steps;
    DeclaratorStep step;
    step.place = now().place;
    step.kind = is(Mark::star)        ? DeclaratorStep::Kind::pointer
                : is(Mark::ampersand) ? DeclaratorStep::Kind::reference
                                      : DeclaratorStep::Kind::moved_reference;
    skip();
    for (;; skip()) {
      if (is(Keyword::const_))
        step.is_const = true;
      else if (is(Keyword::volatile_))
        step.is_volatile = true;
      else if (is(Keyword::restrict_))
        step.is_restrict = true;
      else if (!is(Keyword::grid_constant))
        break;
    }
    while (attributes(nullptr)) {
    }
    steps.push_back(step);
  }
}

// The name and the steps outward from it. A type has no name; a parameter may have none.
void Parser::declarator(Declarator& d, Where where) {
  const Deeper deeper(*this);
  const std::vector<DeclaratorStep> before_name = pointers();
  take(Mark::ellipsis);
  declarator_core(d, where);
  declarator_suffixes(d, where);
  d.steps.insert(d.steps.end(), before_name.rbegin(), before_name.rend());
}

void Parser::declarator_core(Declarator& d, Where where) {
  while (attributes(nullptr)) {
  }
  if (is(Mark::open_paren) && (is_inner_declarator() || (where != Where::type && declares_in_parens(at_)))) {
    const TokenIndex open = at_;
    const Bracket bracket(*this, open);
    skip();
    declarator(d, where);
    close(Mark::close_paren, open);
    return;
  }
  d.name_place = now().place;
  if (where == Where::type) return;
  if (now().is_name() || is(Mark::scope) || is(Keyword::operator_)) {
    const bool may_have_arguments = where == Where::file || where == Where::member;
    d.name = may_have_arguments ? name(false, true) : single_name();
    return;
  }
  if (takes_name_that_is_none()) {
    d.name = single_name();
    return;
  }
  d.name_place = behind();
  if (where == Where::parameter) return;
  if (is(Mark::open_bracket) && before().is(Keyword::auto_)) {
    error(now().place, Mistake::structured_binding, "structured bindings are not supported by TileScope",
          "name the members one by one");
    at_ = after_group(at_);
    return;
  }
  error(behind(), Mistake::missing_name, "a name is missing after " + quoted(before()));
}

// `int new = 1;` or `float 2nd;`: from here on it counts as a name.
bool Parser::takes_name_that_is_none() {
  static constexpr Keyword words[] = {Keyword::catch_,     Keyword::class_,    Keyword::default_, Keyword::delete_,
                                      Keyword::namespace_, Keyword::new_,      Keyword::this_,    Keyword::throw_,
                                      Keyword::try_,       Keyword::typename_, Keyword::union_,   Keyword::template_};
  const Token none = now();
  const Token& next = ahead();
  if (!next.is(Mark::equals) && !next.is(Mark::semicolon) && !next.is(Mark::comma) && !next.is(Mark::open_bracket) &&
      !next.is(Mark::close_paren))
    return false;
  const bool is_word =
      none.kind == TokenKind::word && std::find(std::begin(words), std::end(words), none.keyword) != std::end(words);
  const bool is_number =
      none.kind == TokenKind::number && none.text.find_first_not_of("0123456789.'") != std::string_view::npos;
  if (!is_word && !is_number) return false;
  error(none.place, Mistake::bad_name,
        is_word ? quoted(none) + " is a C++ keyword and cannot be a name"
                : quoted(none) + " is not a name: a name begins with a letter or _");
  for (TokenIndex i = at_; i < limit_; ++i) {
    Token& t = tokens_[order_[i]];
    if (t.text != none.text) continue;
    t.kind = TokenKind::word;
    t.keyword = Keyword::none;
  }
  return true;
}

bool Parser::is_inner_declarator() const {
  return ahead().is(Mark::star) || ahead().is(Mark::ampersand) || ahead().is(Mark::and_and) ||
         (ahead().is_name() && ahead(2).is(Mark::close_paren) &&
          (ahead(3).is(Mark::open_paren) || ahead(3).is(Mark::open_bracket)));
}

// In a function, a declared name has one part, and a < after it does not belong to it.
const Name* Parser::single_name() {
  if (!now().is_name()) return name(false, true);
  const TokenIndex first = at_;
  Name& whole = *arena_.make<Name>();
  whole.expansion = now().expansion;
  NamePart& part = *arena_.make<NamePart>();
  part.text = now().text;
  part.place = whole.place = now().place;
  whole.parts = {&part, 1};
  skip();
  if (!is(Mark::scope)) return &whole;
  at_ = first;
  return name(false, true);
}

void Parser::declarator_suffixes(Declarator& d, Where where) {
  for (;;) {
    if (attributes(nullptr)) continue;
    if (is(Mark::open_bracket)) {
      d.steps.push_back(array_step());
    } else if (is(Mark::open_paren) && is_function_step(d, where)) {
      d.steps.push_back(function_step());
    } else if (where != Where::type && starts_operand(now()) && !now().starts_line &&
               extra_closer_ahead(Mark::close_bracket)) {
      missing(Mark::open_bracket);
      --at_;  // as if the bracket were here
      d.steps.push_back(array_step());
    } else if (misses_function_paren(d, where)) {
      missing(Mark::open_paren);
      --at_;
      d.steps.push_back(function_step());
    } else {
      return;
    }
  }
}

bool Parser::is_function_step(const Declarator& d, Where where) {
  if (where == Where::type) return is_parameter_list(at_);
  if (where == Where::condition) return false;
  if (is_parameter_list(at_)) return where != Where::block || !ahead().is(Mark::close_paren) || d.name != nullptr;
  const Token& behind_list = token(after_group(at_));
  return (where == Where::file || where == Where::member || d.name == nullptr) &&
         (behind_list.is(Mark::open_brace) || behind_list.is(Keyword::const_) || partners_[at_] == 0);
}

bool Parser::misses_function_paren(const Declarator& d, Where where) {
  if ((where != Where::file && where != Where::member) || d.name == nullptr || !d.steps.empty()) return false;
  if (is(Mark::close_paren)) return closes_nothing(at_);
  const bool starts_type = now().kind == TokenKind::word && (now().is_name() || is_specifier(now().keyword));
  return starts_type && extra_closer_ahead(Mark::close_paren);
}

DeclaratorStep Parser::array_step() {
  const TokenIndex open = at_;
  const Bracket bracket(*this, open);
  DeclaratorStep step;
  step.kind = DeclaratorStep::Kind::array;
  ++at_;
  if (!is(Mark::close_bracket)) step.size = expression();
  close(Mark::close_bracket, open);
  step.place = from(open);
  return step;
}

DeclaratorStep Parser::function_step() {
  const TokenIndex open = at_;
  DeclaratorStep step;
  step.kind = DeclaratorStep::Kind::function;
  {
    const Bracket bracket(*this, open);
    ++at_;
    step.parameters = arena_.list(parameters(step));
    close(Mark::close_paren, open);
  }
  after_parameters(step);
  step.place = from(open);
  return step;
}

std::vector<const syntax::Declaration*> Parser::parameters(DeclaratorStep& step) {
  std::vector<const syntax::Declaration*> all;
  if (is(Keyword::void_) && ahead().is(Mark::close_paren)) {
    skip();
    return all;
  }
  while (!is(Mark::close_paren) && !is(Mark::open_brace) && !is(Mark::semicolon) && !at_end()) {
    if (is(Mark::ellipsis) && (ahead().is(Mark::close_paren) || ahead().is(Mark::comma))) {
      step.variadic = true;
      skip();
      continue;
    }
    const TokenIndex first = at_;
    if (const syntax::Declaration* const each = parameter()) all.push_back(each);
    const bool has_comma = take(Mark::comma);
    if (has_comma && is(Mark::close_paren))
      error(behind(), Mistake::missing_parameter, "a parameter is missing after ','", "remove the comma");
    if (has_comma || is(Mark::close_paren)) continue;
    const bool another = now().kind == TokenKind::word && (now().is_name() || is_specifier(now().keyword));
    if (!another || at_ == first || (unclosed_ && now().starts_line)) break;
    missing(Mark::comma);
  }
  return all;
}

// const, noexcept, override, -> type ...
void Parser::after_parameters(DeclaratorStep& step) {
  for (;;) {
    if (is(Keyword::const_)) {
      step.is_const = true;
      skip();
    } else if (is(Keyword::volatile_) || is(Mark::ampersand) || is(Mark::and_and) || now().text == "override" ||
               now().text == "final") {
      skip();
    } else if (is(Keyword::noexcept_) || is(Keyword::throw_)) {
      skip();
      if (is(Mark::open_paren)) at_ = after_group(at_);
    } else if (is(Mark::arrow)) {
      skip();
      step.result = type_name();
    } else if (!attributes(nullptr)) {
      return;
    }
  }
}

const syntax::Declaration* Parser::parameter() {
  const TokenIndex first = at_;
  if (is(Mark::comma)) {
    error(now().place, Mistake::missing_parameter, "a parameter is missing before ','", "remove the comma");
    return nullptr;
  }
  syntax::Declaration& p = *arena_.make<syntax::Declaration>();
  p.kind = syntax::DeclarationKind::variable;
  p.specifiers = specifiers(Where::parameter);
  if (p.specifiers->base == Specifiers::Base::none)
    error_once(now(), Mistake::missing_type_before, "a type is missing before " + quoted(now()));
  Declarator d;
  declarator(d, Where::parameter);
  p.name = d.name;
  p.name_place = d.name_place;
  p.steps = arena_.list(d.steps);
  if (take(Mark::equals)) {
    p.how = syntax::Initializer::equals;
    p.init = initializer_value();
  }
  p.place = from(first);
  return &p;
}

}  // namespace tilescope::language
