#include "instrumentation/language/checker/host_scanner.h"

#include <array>

namespace tilescope::language {

using Index = HostCode::Index;

namespace {

using namespace std::string_view_literals;

// Types of std that keep references to their arguments.
constexpr std::array keepers_of_std{"reference_wrapper"sv, "atomic_ref"sv};

bool is_qualifier(const Token& t) {
  switch (t.keyword) {
    case Keyword::const_:
    case Keyword::constexpr_:
    case Keyword::extern_:
    case Keyword::forceinline:
    case Keyword::friend_:
    case Keyword::inline_:
    case Keyword::mutable_:
    case Keyword::register_:
    case Keyword::restrict_:
    case Keyword::static_:
    case Keyword::thread_local_:
    case Keyword::typename_:
    case Keyword::virtual_:
    case Keyword::explicit_:
    case Keyword::host:
    case Keyword::device:
    case Keyword::shared:
    case Keyword::constant:
    case Keyword::managed:
    case Keyword::volatile_: return t.kind == TokenKind::word;
    default: return false;
  }
}

bool is_structure_word(const Token& t) {
  return t.is(Keyword::struct_) || t.is(Keyword::class_) || t.is(Keyword::union_);
}

}  // namespace

bool is_word_of_type(const Token& t) {
  switch (t.keyword) {
    case Keyword::auto_:
    case Keyword::bool_:
    case Keyword::char_:
    case Keyword::double_:
    case Keyword::float_:
    case Keyword::int_:
    case Keyword::long_:
    case Keyword::short_:
    case Keyword::signed_:
    case Keyword::unsigned_:
    case Keyword::void_:
    case Keyword::wchar_t_: return t.kind == TokenKind::word;
    default: return false;
  }
}

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void HostScanner::run() {
  partners();
  const bool has_body = size() > 1 && at(size() - 1).is(Mark::close_brace);
  const bool is_function = has_body && !begins_structure() && !at(0).is(Keyword::enum_);
  const Index open = is_function ? over_initializers(find(0, size(), Mark::open_brace), size()) : size();
  if (!at(open).is(Mark::open_brace)) {
    statements(0, size());
  } else {
    function_head(open);
    statements(open + 1, partner_[open]);
    statements(partner_[open] + 1, size());  // catch, if the whole body is a try block
  }
  for (const Arguments& a : arguments_)
    if (a.escapes)
      for (const std::uint32_t thing : a.things) code_.things_[thing].unsettled = true;
}

const Token& HostScanner::at(Index i) const {
  static constexpr Token nothing;
  return i < tokens_.size() ? tokens_[i] : nothing;
}

void HostScanner::partners() {
  partner_.assign(tokens_.size(), HostCode::none);
  std::vector<Index> open;
  for (Index i = 0; i < size(); ++i) {
    if (at(i).is(Mark::open_paren) || at(i).is(Mark::open_bracket) || at(i).is(Mark::open_brace)) open.push_back(i);
    const Mark wanted = at(i).is(Mark::close_paren)     ? Mark::open_paren
                        : at(i).is(Mark::close_bracket) ? Mark::open_bracket
                        : at(i).is(Mark::close_brace)   ? Mark::open_brace
                                                        : Mark::none;
    if (wanted == Mark::none) continue;
    if (open.empty() || !at(open.back()).is(wanted)) throw Unreadable{};
    partner_[i] = open.back();
    partner_[open.back()] = i;
    open.pop_back();
  }
  if (!open.empty()) throw Unreadable{};
}

// The index after the group that begins at i, or after the token.
Index HostScanner::after(Index i) const {
  return i < size() && partner_[i] != HostCode::none && partner_[i] > i ? partner_[i] + 1 : i + 1;
}

Index HostScanner::after_angles(Index i) const {
  int depth = 0;
  for (Index n = i; n < size() && n < i + 200; n = at(n).is(Mark::open_paren) ? after(n) : n + 1) {
    if (at(n).is(Mark::less)) ++depth;
    if (at(n).is(Mark::greater) && --depth == 0) return n + 1;
    if (at(n).is(Mark::semicolon) || at(n).is(Mark::open_brace) || at(n).is(Mark::close_brace)) break;
  }
  return i;
}

bool HostScanner::begins_structure() const {
  Index i = 0;
  if (at(i).is(Keyword::template_)) i = after_angles(i + 1);
  while (is_qualifier(at(i)) || at(i).is(Keyword::typedef_)) ++i;
  return is_structure_word(at(i)) &&
         (at(i + 1).is(Mark::open_brace) || at(i + 2).is(Mark::open_brace) || at(i + 2).is(Mark::colon) ||
          at(i + 2).text == "final" || at(i + 2).is(Mark::less));
}

std::uint32_t HostScanner::add(HostCode::ThingKind kind, Index name, Index first, Index last) {
  const auto n = static_cast<std::uint32_t>(code_.things_.size());
  HostCode::Thing& thing = code_.things_.emplace_back();
  thing.kind = kind;
  thing.name = at(name).text;
  thing.at = name;
  thing.first = first;
  thing.last = last;
  thing.block = block_;
  code_.by_name_[thing.name].push_back(n);
  open_[thing.name].push_back(n);
  live_.push_back(n);
  return n;
}

std::uint32_t HostScanner::index_of(const HostCode::Thing& thing) const {
  return static_cast<std::uint32_t>(&thing - code_.things_.data());
}

HostCode::Thing* HostScanner::thing(Index name) {
  const auto known = open_.find(at(name).text);
  return known == open_.end() || known->second.empty() ? nullptr : &code_.things_[known->second.back()];
}

// A function's head: its parameters, its template's parameters, and the structure it is a method of.
void HostScanner::head(Index first, Index last) {
  for (Index i = first; i + 1 < last; ++i) {
    const Token &before = at(i == 0 ? 0 : i - 1), &next = at(i + 1);
    if (!at(i).is_name() || i == 0) continue;
    if (next.is(Mark::open_paren) && code_.method_of_.empty()) name_of_method(i);
    const bool ends = next.is(Mark::comma) || next.is(Mark::close_paren) || next.is(Mark::equals) ||
                      next.is(Mark::open_bracket) || next.is(Mark::greater);
    const bool typed = before.is_name() || is_word_of_type(before) || is_qualifier(before) || before.is(Mark::star) ||
                       before.is(Mark::ampersand) || before.is(Mark::and_and) || before.is(Mark::greater) ||
                       before.is(Mark::ellipsis) || before.is(Keyword::class_);
    if (ends && typed) add_unknown(i);
  }
}

// For the scanned function itself, whose parameters may be known from its call.
void HostScanner::function_head(Index last) {
  Index open = 1;
  while (open < last && !(at(open).is(Mark::open_paren) && at(open - 1).is_name())) ++open;
  if (open >= last) return head(0, last);
  head(0, open + 1);
  const Index close = partner_[open];
  unsigned number = 0;
  for (Index i = open + 1; i < close; ++number) {
    Index stop = i;
    while (stop < close && !at(stop).is(Mark::comma)) {
      const Index angles = at(stop).is(Mark::less) ? after_angles(stop) : stop;
      stop = angles != stop ? angles : after(stop);
    }
    parameter(i, std::min(stop, close), number);
    i = stop + 1;
  }
  head(close, last);
}

void HostScanner::parameter(Index first, Index stop, unsigned number) {
  const Index behind = find(first, stop, Mark::equals, Mark::open_bracket);
  if (behind == first || !at(behind - 1).is_name() || behind - 1 == first) return head(first, stop + 1);
  bool is_const = false, is_plain = behind == stop;
  for (Index i = first; i + 1 < behind; ++i) {
    is_const |= at(i).is(Keyword::const_);
    is_plain &=
        !at(i).is(Mark::ampersand) && !at(i).is(Mark::and_and) && !at(i).is(Mark::star) && !at(i).is(Mark::ellipsis);
  }
  const std::uint32_t n =
      add(is_plain ? HostCode::ThingKind::variable : HostCode::ThingKind::unknown, behind - 1, first, behind);
  code_.things_[n].is_const = is_const && is_plain;
  if (is_plain) code_.things_[n].parameter = number;
  const bool is_of_main = number == 0 && first > 1 && at(first - 2).text == "main";
  if (is_of_main && is_plain) argument_count_ = at(behind - 1).text;
}

void HostScanner::name_of_method(Index name) {
  Index i = name;
  if (at(i - 1).is(Mark::tilde)) --i;
  if (i < 2 || !at(i - 1).is(Mark::scope)) return;
  i -= 2;
  if (at(i).is(Mark::greater)) {
    int depth = 0;
    for (; i > 0; --i) {
      if (at(i).is(Mark::greater)) ++depth;
      if (at(i).is(Mark::less) && --depth == 0) break;
    }
    if (i > 0) --i;
  }
  if (at(i).is_name()) code_.method_of_ = at(i).text;
}

void HostScanner::statements(Index first, Index last) {
  for (Index i = first; i < last;) {
    block().begins.push_back(i);
    const Index end = statement(i, last, !block().has_cases);
    i = std::max(end, i + 1);
  }
}

Index HostScanner::body(Index i, Index last) {
  return inside(HostCode::BlockKind::plain, i, [&] { return statement(i, last, false); });
}

Index HostScanner::statement(Index i, Index last, bool straight) {
  const Token& t = at(i);
  if (i >= last) return last;
  if (t.kind == TokenKind::pragma || t.is(Mark::semicolon)) return i + 1;
  if (t.is(Mark::open_brace)) {
    const Index close = partner_[i];
    inside(HostCode::BlockKind::plain, i, [&] {
      statements(i + 1, close);
      return close + 1;
    });
    return close + 1;
  }
  if (t.is_name() && at(i + 1).is(Mark::colon)) {
    code_.has_labels_ = true;
    return i + 2;
  }
  if (t.kind == TokenKind::word && t.keyword != Keyword::none)
    if (const Index end = keyword_statement(i, last); end != i) return end;
  const Index name = declared_name(i, last);
  if (name != i || function_body(i, last) != HostCode::none) return declaration(i, name, last);
  const Index end = find(i, last, Mark::semicolon);
  expression(i, end, straight);
  return end + 1;
}

// The index after the statement; `i` if it does not begin with such a keyword.
Index HostScanner::keyword_statement(Index i, Index last) {
  switch (at(i).keyword) {
    case Keyword::if_:
    case Keyword::while_:
    case Keyword::for_:
    case Keyword::switch_:
    case Keyword::catch_: return governed(i, last);
    case Keyword::do_: {
      const Index end = inside(HostCode::BlockKind::loop, i, [&] { return body(i + 1, last); });
      if (!at(end).is(Keyword::while_)) return end;
      const Index semicolon = find(end, last, Mark::semicolon);
      expression(end, semicolon, false);
      return semicolon + 1;
    }
    case Keyword::else_:
    case Keyword::try_: {
      Index end = body(i + 1, last);
      while (at(end).is(Keyword::catch_)) end = governed(end, last);
      return end;
    }
    case Keyword::case_:
    case Keyword::default_: {
      block().has_cases = true;
      const Index colon = case_colon(i, last);
      expression(i + 1, colon, false);
      return colon + 1;
    }
    case Keyword::goto_: code_.has_labels_ = true; return find(i, last, Mark::semicolon) + 1;
    case Keyword::public_:
    case Keyword::private_:
    case Keyword::protected_: return i + 2;
    case Keyword::using_: return using_statement(i, last);
    case Keyword::typedef_: return typedef_statement(i, last);
    case Keyword::template_: return template_statement(i, last);
    case Keyword::static_assert_:
    case Keyword::asm_: {
      const Index end = find(i, last, Mark::semicolon);
      expression(i, end, false);
      return end + 1;
    }
    case Keyword::enum_: return enumeration(i, last);
    case Keyword::struct_:
    case Keyword::class_:
    case Keyword::union_: return structure(i, last);
    default: return i;
  }
}

Index HostScanner::case_colon(Index i, Index last) const {
  unsigned questions = 0;
  for (; i < last; i = after(i)) {
    if (at(i).is(Mark::question)) ++questions;
    if (at(i).is(Mark::colon) && questions-- == 0) break;
  }
  return std::min(i, last);
}

// if, while, for, switch, catch: the head in parentheses, and the body.
Index HostScanner::governed(Index i, Index last) {
  const bool loops = at(i).is(Keyword::while_) || at(i).is(Keyword::for_);
  return inside(loops ? HostCode::BlockKind::loop : HostCode::BlockKind::head, i, [&] {
    Index open = i + 1;
    if (at(open).is(Keyword::constexpr_) || at(open).is_name()) ++open;
    if (!at(open).is(Mark::open_paren)) throw Unreadable{};
    const Index close = partner_[open];
    head_parts(open + 1, close);
    const auto governs = static_cast<std::uint32_t>(code_.blocks_.size());
    Index end = body(close + 1, last);
    if (at(i).is(Keyword::if_) && needs_arguments(open + 1, close)) code_.blocks_[governs].is_skipped = true;
    if (at(i).is(Keyword::for_)) {
      const Index condition = find(open + 1, close, Mark::semicolon) + 1;
      put_off(find(condition, close, Mark::semicolon), close, end);
    }
    if (at(i).is(Keyword::if_) && at(end).is(Keyword::else_)) end = body(end + 1, last);
    return end;
  });
}

// True for `argc > 1`, alone or before &&: it is false if a program gets no arguments.
bool HostScanner::needs_arguments(Index i, Index close) const {
  const bool ends = i + 3 == close || at(i + 3).is(Mark::and_and);
  if (argument_count_.empty() || at(i).text != argument_count_ || !ends || at(i + 2).kind != TokenKind::number)
    return false;
  const std::string_view number = at(i + 2).text;
  if (at(i + 1).is(Mark::greater)) return number != "0";
  if (at(i + 1).is(Mark::not_equal)) return number == "1";
  return (at(i + 1).is(Mark::greater_equal) || at(i + 1).is(Mark::equal)) && number != "0" && number != "1";
}

// The writes in [first, last) take effect later.
void HostScanner::put_off(Index first, Index last, Index to) {
  for (HostCode::Thing& thing : code_.things_)
    for (HostCode::Write& write : thing.writes)
      if (write.first >= first && write.first < last) write.done = to;
}

void HostScanner::head_parts(Index i, Index close) {
  while (i < close) {
    const Index end = find(i, close, Mark::semicolon);
    const Index name = declared_name(i, end);
    if (name != i)
      declaration(i, name, end);
    else
      expression(i, end, false);
    i = end + 1;
  }
}

Index HostScanner::using_statement(Index i, Index last) {
  const Index end = find(i, last, Mark::semicolon);
  if (at(i + 1).is_name() && at(i + 2).is(Mark::equals)) {
    add(HostCode::ThingKind::type, i + 1, i, end + 1);
    return end + 1;
  }
  const bool whole = at(i + 1).is(Keyword::namespace_);
  const Index name = whole ? end - 1 : end < 3 ? end : end - 3;
  if (name > i && at(name).is_name()) code_.used_.push_back({at(name).text, i, block_});
  if (!whole && at(end - 1).is_name()) add(HostCode::ThingKind::used, end - 1, i + 1, end);
  return end + 1;
}

Index HostScanner::typedef_statement(Index i, Index last) {
  const Index end = find(i, last, Mark::semicolon);
  if (at(end - 1).is_name()) add(HostCode::ThingKind::type, end - 1, i, end + 1);
  return end + 1;
}

Index HostScanner::template_statement(Index i, Index last) {
  const Index behind = after_angles(i + 1);
  if (behind == i + 1) return find(i, last, Mark::semicolon) + 1;
  return inside(HostCode::BlockKind::head, i, [&] {
    head(i + 1, behind);
    return statement(behind, last, false);
  });
}

Index HostScanner::enumeration(Index i, Index last) {
  const Index open = find(i, last, Mark::open_brace, Mark::semicolon);
  if (!at(open).is(Mark::open_brace)) return i;
  const bool scoped = is_structure_word(at(i + 1));
  const Index semicolon = find(open, last, Mark::semicolon);
  const Index name = scoped ? i + 2 : i + 1;
  if (at(name).is_name()) add(HostCode::ThingKind::type, name, i, semicolon + 1);
  for (Index n = open + 1; n < partner_[open] && !scoped; n = find(n, partner_[open], Mark::comma) + 1)
    if (at(n).is_name()) add(HostCode::ThingKind::enumerator, n, i, semicolon + 1);
  declarators(i, partner_[open] + 1, semicolon, false, false);
  return semicolon + 1;
}

Index HostScanner::structure(Index i, Index last) {
  const Index open = find(i, last, Mark::open_brace, Mark::semicolon, Mark::equals, Mark::open_paren);
  if (!at(open).is(Mark::open_brace)) return i;
  const Index name = at(i + 1).is_name() ? i + 1 : HostCode::none;
  if (name != HostCode::none) add(HostCode::ThingKind::type, name, i, partner_[open] + 1);
  const bool has_bases = find(i, open, Mark::colon) != open;
  inside(HostCode::BlockKind::structure, open, [&] {
    if (name != HostCode::none) block().name = at(name).text;
    block().has_bases = has_bases;
    statements(open + 1, partner_[open]);
    return partner_[open] + 1;
  });
  const Index semicolon = find(partner_[open] + 1, last, Mark::semicolon);
  const bool is_const = at(i == 0 ? 0 : i - 1).is(Keyword::const_);
  declarators(i, partner_[open] + 1, semicolon, is_const, false);
  return semicolon + 1;
}

// The first token after the type of a declaration: the name or what is before it; `i` if there is no declaration.
Index HostScanner::declared_name(Index i, Index last) const {
  Index n = i;
  bool typed = false, is_auto = false;
  for (; n < last; ++n) {
    is_auto |= at(n).is(Keyword::auto_);
    if (at(n).is(Mark::open_bracket) && at(n + 1).is(Mark::open_bracket) && !typed) {
      n = partner_[n];
    } else if (is_word_of_type(at(n))) {
      typed = true;
    } else if (at(n).is(Keyword::decltype_) || at(n).is(Keyword::alignas_)) {
      typed |= at(n).is(Keyword::decltype_);
      n = after(n + 1) - 1;
    } else if (is_structure_word(at(n)) || at(n).is(Keyword::enum_) || is_qualifier(at(n))) {
      continue;
    } else if (!typed && (at(n).is_name() || at(n).is(Mark::scope))) {
      n = after_type_name(n) - 1;
      typed = true;
    } else {
      break;
    }
  }
  if (!typed) return i;
  Index name = n;
  while (at(name).is(Mark::star) || at(name).is(Mark::ampersand) || at(name).is(Mark::and_and) ||
         is_qualifier(at(name)))
    ++name;
  if (name >= last) return i;
  if (at(name).is(Mark::open_bracket)) return is_auto ? n : i;
  if (at(name).is(Mark::open_paren)) {
    const bool step = at(name + 1).is(Mark::star) || at(name + 1).is(Mark::ampersand);
    const Index close = partner_[name];
    return step && at(close - 1).is_name() &&
                   (at(close + 1).is(Mark::open_paren) || at(close + 1).is(Mark::open_bracket))
               ? n
               : i;
  }
  if (at(name).is(Keyword::operator_)) return n;
  if (!at(name).is_name()) return i;
  const Token& next = at(name + 1);
  const bool ends = name + 1 >= last || next.is(Mark::equals) || next.is(Mark::semicolon) || next.is(Mark::comma) ||
                    next.is(Mark::open_paren) || next.is(Mark::open_brace) || next.is(Mark::open_bracket) ||
                    next.is(Mark::colon) || next.is(Mark::close_paren) || next.is(Mark::scope);
  return ends ? n : i;
}

// The index after `a::b<c>::d`.
Index HostScanner::after_type_name(Index i) const {
  for (;;) {
    if (at(i).is(Mark::scope)) ++i;
    if (!at(i).is_name()) return i;
    ++i;
    if (at(i).is(Mark::less)) i = after_angles(i);
    if (!at(i).is(Mark::scope)) return i;
  }
}

Index HostScanner::declaration(Index i, Index behind, Index last) {
  bool is_const = false, is_static = false;
  for (Index n = i; n < behind; ++n) {
    is_const |= at(n).is(Keyword::const_) || at(n).is(Keyword::constexpr_);
    is_static |= at(n).is(Keyword::static_) || at(n).is(Keyword::thread_local_) || at(n).is(Keyword::constexpr_);
  }
  if (const Index body = function_body(behind, last); body != HostCode::none) {
    return inside(HostCode::BlockKind::plain, i, [&] {
      head(i, body);
      statements(body + 1, partner_[body]);
      return partner_[body] + 1;
    });
  }
  const Index end = find(behind, last, Mark::semicolon);
  declarators(i, behind, end, is_const, is_static);
  return end + 1;
}

// From the first { after a function's head to that of its body: skips `: a{b}, c{d}`.
Index HostScanner::over_initializers(Index brace, Index last) const {
  while (at(brace).is(Mark::open_brace) && at(brace - 1).is_name()) {
    const Index next = after(brace);
    if (!at(next).is(Mark::comma) && !at(next).is(Mark::open_brace)) break;
    brace = find(next, last, Mark::open_brace, Mark::semicolon, Mark::equals);
  }
  return brace;
}

// The { of a function that is declared here, such as a method in a structure.
Index HostScanner::function_body(Index behind, Index last) const {
  if (code_.blocks_[block_].kind != HostCode::BlockKind::structure &&
      code_.blocks_[block_].kind != HostCode::BlockKind::head)
    return HostCode::none;
  const Index open = find(behind, last, Mark::open_paren, Mark::semicolon, Mark::equals, Mark::open_brace);
  if (!at(open).is(Mark::open_paren)) return HostCode::none;
  Index i = partner_[open] + 1;
  if (at(i).is(Mark::open_paren)) i = partner_[i] + 1;  // operator()()
  const Index brace = over_initializers(find(i, last, Mark::open_brace, Mark::semicolon, Mark::equals), last);
  return at(brace).is(Mark::open_brace) ? brace : HostCode::none;
}

// `a = 1, *b, c[2]` from `i` to `end`, of the declaration that begins at `first`.
void HostScanner::declarators(Index first, Index i, Index end, bool is_const, bool is_static) {
  while (i < end) {
    bool pointer = false, reference = false;
    for (; i < end; ++i) {
      pointer |= at(i).is(Mark::star);
      reference |= at(i).is(Mark::ampersand) || at(i).is(Mark::and_and);
      if (!at(i).is(Mark::star) && !at(i).is(Mark::ampersand) && !at(i).is(Mark::and_and) && !is_qualifier(at(i)) &&
          !(at(i).is(Mark::open_paren) && (at(i + 1).is(Mark::star) || at(i + 1).is(Mark::ampersand))))
        break;
    }
    const Index stop = find(i, end, Mark::comma);
    if (at(i).is(Mark::open_bracket)) {  // auto [a, b] = ...
      for (Index n = i + 1; n < partner_[i]; ++n)
        if (at(n).is_name()) add_unknown(n);
      reference ? bound(after(i), stop) : expression(after(i), stop, false);
    } else if (at(i).is_name()) {
      declared(first, i, stop, end, is_const && !pointer, is_static, reference, is_const && !pointer && reference);
    } else {
      expression(i, stop, false);
    }
    i = stop + 1;
  }
}

void HostScanner::declared(Index first, Index name, Index stop, Index end, bool is_const, bool is_static,
                           bool reference, bool reads_only) {
  const bool member = block().kind == HostCode::BlockKind::structure;
  const bool known = !reference && !(member && !(is_const && is_static));
  const std::uint32_t n =
      add(known ? HostCode::ThingKind::variable : HostCode::ThingKind::unknown, name, first, end + 1);
  code_.things_[n].is_const = is_const && known;
  code_.things_[n].is_static = is_static;
  if ((reference && !reads_only) || keeps_references(first, name)) return bound(name + 1, stop);
  if (at(name + 1).is(Mark::open_bracket) && at(name - 1).is(Mark::star)) {
    arguments_of_[n] = arguments_.size();
    arguments_.emplace_back();
    collected_ = arguments_.size();
  }
  if (at(name + 1).is(Mark::open_paren) || at(name + 1).is(Mark::open_brace)) constructed_ = name + 1;
  expression(name + 1, stop, false);
  collected_ = 0;
}

// True for `std::tuple<int&>` and `std::reference_wrapper<int>`.
bool HostScanner::keeps_references(Index i, Index name) const {
  for (unsigned depth = 0; i < name; ++i) {
    if (at(i).is(Mark::less)) ++depth;
    if ((at(i).is(Mark::ampersand) && depth > 0) || is_one_of(at(i).text, keepers_of_std)) return true;
  }
  return false;
}

// What a reference is bound to may be changed through it.
void HostScanner::bound(Index i, Index end) {
  for (Index n = i; n < end; ++n)
    if (at(n).is_name())
      if (HostCode::Thing* const t = thing(n)) t->unsettled = true;
  expression(i, end, false);
}

HostCode::HostCode(std::span<const Token> tokens, const HostCalls& calls) : tokens_(tokens) {
  try {
    HostScanner(*this, calls).run();
  } catch (const HostScanner::Unreadable&) {
    readable_ = false;
  }
}

}  // namespace tilescope::language
