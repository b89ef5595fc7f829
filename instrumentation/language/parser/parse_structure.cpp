// Parses structures with their members, and enumerations.
#include <algorithm>

#include "instrumentation/language/parser/parsing.h"

namespace tilescope::language {

using syntax::Declaration;
using syntax::Specifiers;

// struct S {...}, or only the name after struct.
void Parser::structure(Specifiers& s) {
  const TokenIndex first = at_;
  syntax::Structure& made = *arena_.make<syntax::Structure>();
  if (is(Keyword::struct_) || is(Keyword::class_) || is(Keyword::union_)) {
    made.word = now().keyword;
    skip();
  } else {
    const Aside for_sure(*this, *file_diagnostics_);
    error(now().place, Mistake::missing_word, "'struct' is missing before " + quoted(now()), Mend::write("struct"));
  }
  Specifiers own;
  while (attributes(&own) || is(Keyword::alignas_) || is(Keyword::align))
    if (is(Keyword::alignas_) || is(Keyword::align)) aligned(own);
  made.alignment = own.alignment;
  made.name_place = now().place;
  made.name = name();
  if (made.name != nullptr) names_.declare(made.name->last().text, NameKind::type);
  if (now().text == "final") skip();
  if (is(Mark::colon)) {
    const TokenIndex colon = at_;
    made.has_bases = true;
    while (!at_end() && !is(Mark::open_brace) && !is(Mark::semicolon)) skip();
    made.bases_place = from(colon);
  }
  s.name = made.name;
  s.base = Specifiers::Base::named;
  if (!is(Mark::open_brace)) {
    if (made.name == nullptr) error(behind(), Mistake::missing_name, "a name is missing after " + quoted(before()));
    return;
  }
  made.members = members(made.name == nullptr ? std::string_view{} : made.name->last().text);
  made.place = from(first);
  s.base = Specifiers::Base::structure;
  s.structure = &made;
}

std::span<const Declaration* const> Parser::members(std::string_view of) {
  const Deeper deeper(*this);
  const TokenIndex close = partners_[at_];
  const std::string_view outer = std::exchange(structure_, of);
  const bool in_structure = std::exchange(in_structure_, true);
  const TokenIndex statement = statement_;
  std::vector<const Declaration*> all;
  {
    const Limited limited(*this, close == 0 ? limit_ : close);
    const bool greater = std::exchange(no_greater_, false);
    const bool brackets = std::exchange(in_brackets_, false);
    skip();
    while (!at_end()) {
      const TokenIndex first = at_;
      member_of(all);
      if (at_ == first) skip();
    }
    no_greater_ = greater;
    in_brackets_ = brackets;
  }
  structure_ = outer;
  in_structure_ = in_structure;
  statement_ = statement;
  take(Mark::close_brace);
  fresh();
  return arena_.list(all);
}

void Parser::member_of(std::vector<const Declaration*>& all) {
  fresh();
  statement_ = at_;
  if (is(Keyword::public_) || is(Keyword::private_) || is(Keyword::protected_)) {
    skip();
    if (!take(Mark::colon)) missing(Mark::colon);
    return;
  }
  if (take(Mark::semicolon)) return;
  const Outline seen = outline(at_);
  const bool is_code = seen.is_function && (seen.for_device || seen.is_constexpr);
  if (is(Keyword::friend_) && !is_code) {
    const TokenIndex first = at_;
    at_ = seen.end;
    if (seen.is_function) all.push_back(host_friend(first));
    return;
  }
  if (seen.is_function && !seen.for_device && !seen.is_constexpr && !seen.is_defaulted && bodies_ == 0) {
    all.push_back(host_member(seen));
    return;
  }
  for (const Declaration* each : declarations(Where::member)) all.push_back(each);
}

// True for `Colour { red, green };` and `class Colour : char { red = 1 };`.
bool Parser::misses_enum() const {
  TokenIndex i = at_;
  if (is(Keyword::class_) || is(Keyword::struct_)) ++i;
  if (token(i).is_name()) ++i;
  if (token(i).is(Mark::colon))
    while (i < limit_ && !token(i).is(Mark::open_brace) && !token(i).is(Mark::semicolon)) ++i;
  if (!token(i).is(Mark::open_brace) || !token(i + 1).is_name()) return false;
  const Token& next = token(i + 2);
  if (!next.is(Mark::comma) && !next.is(Mark::equals) && !next.is(Mark::close_brace)) return false;
  for (const TokenIndex end = std::min(partners_[i], limit_); i < end; ++i)
    if (token(i).is(Mark::semicolon)) return false;
  return true;
}

// A friend is not a member; only its location is known.
const Declaration* Parser::host_friend(TokenIndex first) {
  Declaration& d = *arena_.make<Declaration>();
  d.of_host = true;
  d.specifiers = arena_.make<Specifiers>();
  d.place = from(first);
  return &d;
}

// Of a host member, only its name is known.
const Declaration* Parser::host_member(const Outline& seen) {
  Declaration& d = *arena_.make<Declaration>();
  d.kind = syntax::DeclarationKind::function;
  d.of_host = true;
  d.is_template = seen.is_template;
  d.specifiers = arena_.make<Specifiers>();
  const TokenIndex first = at_;
  d.name_place = token(seen.name).place;
  if (seen.name > first || token(first).is_name()) {
    at_ = seen.name;
    d.is_destructor = seen.name > 0 && token(seen.name - 1).is(Mark::tilde);
    d.is_constructor = !d.is_destructor && token(seen.name).text == structure_;
    if (d.is_destructor) --at_;
    syntax::Name& its = *arena_.make<syntax::Name>();
    syntax::NamePart& part = *arena_.make<syntax::NamePart>();
    if (!name_part(part, true)) part.text = "operator";
    part.place = its.place = d.name_place;
    its.parts = {&part, 1};
    d.name = &its;
  }
  at_ = seen.end;
  d.place = from(first);
  return &d;
}

// enum E {...}, or only the name after enum.
void Parser::enumeration(Specifiers& s) {
  const Deeper deeper(*this);
  const TokenIndex first = at_;
  syntax::Enumeration& made = *arena_.make<syntax::Enumeration>();
  if (!take(Keyword::enum_)) {
    const Aside for_sure(*this, *file_diagnostics_);
    error(now().place, Mistake::missing_word, "'enum' is missing before " + quoted(now()), Mend::write("enum"));
  }
  made.scoped = take(Keyword::class_) || take(Keyword::struct_);
  while (attributes(nullptr)) {
  }
  made.name = name();
  if (made.name != nullptr) names_.declare(made.name->last().text, NameKind::type);
  const bool misses_colon = is_type_word(now().keyword);
  if (misses_colon) missing(Mark::colon);
  if (take(Mark::colon) || misses_colon) made.kept_in = type_name();
  s.name = made.name;
  s.base = Specifiers::Base::named;
  if (!is(Mark::open_brace)) {
    if (made.name == nullptr) error(behind(), Mistake::missing_name, "a name is missing after " + quoted(before()));
    return;
  }
  if (made.scoped && made.name == nullptr)
    error(behind(), Mistake::missing_name, "a name is missing after " + quoted(before()));
  made.enumerators = enumerators(made.scoped);
  made.place = from(first);
  s.base = Specifiers::Base::enumeration;
  s.enumeration = &made;
}

std::span<const syntax::Enumerator> Parser::enumerators(bool scoped) {
  const TokenIndex open = at_;
  const Bracket bracket(*this, open);
  std::vector<syntax::Enumerator> all;
  skip();
  while (!is(Mark::close_brace) && !at_end()) {
    if (!now().is_name()) {
      error(behind(), Mistake::missing_name, "a name is missing after " + quoted(before()));
      if (take(Mark::comma)) continue;
      break;
    }
    syntax::Enumerator each;
    each.name = now().text;
    each.place = now().place;
    skip();
    while (attributes(nullptr)) {
    }
    if (take(Mark::equals)) each.value = assignment();
    if (each.value == nullptr && now().kind == TokenKind::number) {
      missing(Mark::equals);
      each.value = assignment();
    }
    if (!scoped) names_.declare(each.name, NameKind::value);
    all.push_back(each);
    if (take(Mark::comma) || is(Mark::close_brace)) continue;
    if (!now().is_name()) break;
    missing(Mark::comma);
  }
  close(Mark::close_brace, open);
  return arena_.list(all);
}

}  // namespace tilescope::language
