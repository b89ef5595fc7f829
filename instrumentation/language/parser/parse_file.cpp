// Parses a file's top level: what device code may need is parsed, everything else is skipped by its brackets.
#include <algorithm>

#include "instrumentation/language/parser/parsing.h"

namespace tilescope::language {

using syntax::Declaration;
using syntax::Item;
using syntax::ItemKind;

namespace {

// If this many items cannot be parsed, the others are not needed.
constexpr std::size_t most_put_aside = 500;
constexpr std::size_t most_open = 200;  // nested namespaces

}  // namespace

struct Parser::FileState {
  std::deque<Diagnostics>& put_aside;
  std::vector<Item> items{};
  std::vector<std::string_view> namespaces{};
  std::vector<std::string_view> inline_namespaces{};
  std::span<const std::string_view> path{};  // `namespaces`, for items
  struct Open {
    TokenIndex close;
    std::size_t namespaces;  // how many are outside of it
  };
  std::vector<Open> open{};  // namespaces and extern "C" {
};

syntax::File Parser::file(std::deque<Diagnostics>& put_aside) {
  FileState state{put_aside};
  while (!at_end()) {
    const TokenIndex first = at_;
    fresh();
    statement_ = at_;
    mistakes_before_ = mistakes_;
    try {
      if (is(Mark::close_brace))
        leave(state);
      else if (!take(Mark::semicolon) && !enter(state))
        item(state);
    } catch (const TooDeep&) {  // in the head of an item
      recover();
      at_ = outline(first).end;
    }
    if (at_ == first) skip();
  }
  syntax::File file;
  file.items = arena_.list(state.items);
  find_launches(file);
  file.inline_namespaces = arena_.list(state.inline_namespaces);
  return file;
}

void Parser::leave(FileState& state) {
  if (state.open.empty()) {
    error(now().place, Mistake::stray_close_brace, "this } closes nothing", "remove it");
  } else {
    state.namespaces.resize(state.open.back().namespaces);
    state.path = arena_.list(state.namespaces);
    state.open.pop_back();
  }
  skip();
}

// namespace ... { or extern "C" {: its contents are read as if they were at file level.
bool Parser::enter(FileState& state) {
  const std::size_t outside = state.namespaces.size();
  if (is(Keyword::extern_) && ahead().kind == TokenKind::string) {
    at_ += 2;
    if (take(Mark::open_brace)) state.open.push_back({0, outside});
    return true;
  }
  const bool is_bare = misses_namespace();
  const bool is_inline = is(Keyword::inline_) && (is_bare || ahead().is(Keyword::namespace_));
  if (state.open.size() >= most_open) {
    error(now().place, Mistake::too_deep, "this is nested more than " + std::to_string(most_open) + " levels deep");
    at_ = limit_;
    return true;
  }
  if (is_bare && at_ > 1 && is(Mark::open_brace) && before().is(Mark::semicolon) &&
      token(at_ - 2).is(Mark::close_paren)) {
    error(before().place, Mistake::function_cut_off, "this ; separates the function from its body", "remove it");
    at_ = after_group(at_);
    return true;
  }
  if (!is_inline && !is_bare && !is(Keyword::namespace_)) return false;
  if (is_inline) skip();
  const TokenIndex first = at_;
  if (is_bare)
    error(now().place, Mistake::missing_namespace, "'namespace' is missing before " + quoted(now()),
          Mend::write("namespace"));
  else
    skip();
  skip_attributes();
  std::vector<std::string_view> names;
  for (; now().is_name() || is(Mark::scope) || (is(Keyword::inline_) && before().is(Mark::scope)); skip())
    if (now().is_name()) names.push_back(now().text);
  const bool misses_brace = !is(Mark::open_brace) && !is(Mark::equals) && !is(Mark::semicolon);
  if (misses_brace) missing(Mark::open_brace);
  if (take(Mark::open_brace) || misses_brace) {
    if (is_inline) {
      state.inline_namespaces.insert(state.inline_namespaces.end(), names.begin(), names.end());
      names.clear();  // its names are visible in the namespace around it
    }
    if (names.empty()) names.emplace_back();
    for (const std::string_view each : names) state.namespaces.push_back(each);
    state.path = arena_.list(state.namespaces);
    state.open.push_back({0, outside});
  } else if (is(Mark::equals)) {
    namespace_alias(state, names, first);
  } else {
    missing(Mark::open_brace);
  }
  return true;
}

// `namespace b = a;`
void Parser::namespace_alias(FileState& state, const std::vector<std::string_view>& names, TokenIndex first) {
  skip();
  Declaration& d = *arena_.make<Declaration>();
  d.kind = syntax::DeclarationKind::use;
  d.alias = names.empty() ? std::string_view() : names.front();
  d.name = name(false, true);
  semicolon();
  Item item;
  item.namespaces = state.path;
  item.declaration = &d;
  item.first_token = order_[first];
  item.last_token = order_[at_ - 1] + 1;
  if (d.name != nullptr && !names.empty()) state.items.push_back(item);
}

// True for `name { ... }`, but not for `name { ... };`
bool Parser::misses_namespace() const {
  const TokenIndex first = at_ + (is(Keyword::inline_) && ahead().is_name() ? 1 : 0);
  const TokenIndex open = first + (token(first).is_name() ? 1 : 0);
  const bool begins =
      at_ == 0 || before().is(Mark::semicolon) || before().is(Mark::open_brace) || before().is(Mark::close_brace);
  return begins && token(open).is(Mark::open_brace) && partners_[open] != 0 &&
         !token(partners_[open] + 1).is(Mark::semicolon);
}

void Parser::item(FileState& state) {
  spell_head();
  const Outline seen = outline(at_);
  const TokenIndex first = at_;
  Item item;
  item.namespaces = state.path;
  item.for_device = seen.for_device;
  if (seen.is_function && !seen.for_device && !seen.is_constexpr) {
    pass_over(item, seen);
  } else if (seen.for_device) {
    const std::size_t begin = state.items.size();
    try {
      read(state, item, first);
    } catch (const TooDeep&) {
      state.items.resize(begin);
      recover();
      pass_over(item, seen);
    }
    if (told_ && at_ < seen.end && !seen.is_function) at_ = seen.end;
    if (told_ && is(Mark::open_brace)) at_ = after_group(at_);  // the body after a broken head
  } else if (state.put_aside.size() < most_put_aside) {
    return read_aside(state, item, seen);
  } else {
    pass_over(item, seen);
  }
  if (item.kind == ItemKind::passed_over) add(state, item, first, nullptr);
}

// Resets the state after an item that was nested too deep.
void Parser::recover() {
  depth_ = 0;
  bodies_ = switches_ = 0;
  no_greater_ = in_brackets_ = wants_colon_ = unclosed_ = in_structure_ = false;
  head_ = nullptr;
  structure_ = {};
  limit_to(static_cast<TokenIndex>(order_.size()));
}

void Parser::read(FileState& state, Item& item, TokenIndex first) {
  item.kind = ItemKind::declaration;
  for (const Declaration* each : declarations(Where::file)) add(state, item, first, each);
}

// A mistake in the item does not affect others, and is reported only if the item is used.
void Parser::read_aside(FileState& state, Item& item, const Outline& seen) {
  const TokenIndex first = at_;
  const std::size_t begin = state.items.size();
  Diagnostics aside(Stage::parser);
  {
    const Limited limited(*this, seen.end);
    const Aside elsewhere(*this, aside);
    try {
      read(state, item, first);
    } catch (const TooDeep&) {
      state.items.resize(begin);
    }
  }
  if (aside.any_error()) {
    state.put_aside.push_back(std::move(aside));
    for (std::size_t i = begin; i < state.items.size(); ++i) state.items[i].put_aside = &state.put_aside.back();
    item.put_aside = &state.put_aside.back();
  }
  recover();
  at_ = seen.end;
  if (state.items.size() > begin) return;
  pass_over(item, seen);
  if (item.name.empty()) return;
  add(state, item, first, nullptr);
}

void Parser::pass_over(Item& item, const Outline& seen) {
  item.kind = ItemKind::passed_over;
  if (seen.name != 0 || token(0).is_name()) {
    item.name = token(seen.name).text;
    item.name_place = token(seen.name).place;
    if (seen.is_function && names_.kind(item.name) == NameKind::unknown)
      names_.declare(item.name, seen.is_template ? NameKind::function_template : NameKind::value);
  }
  at_ = seen.end;
}

void Parser::add(FileState& state, Item item, TokenIndex first, const Declaration* d) {
  item.declaration = d;
  item.place = from(first);
  item.first_token = order_[first];
  item.last_token = at_ < order_.size() ? order_[at_] : static_cast<std::uint32_t>(tokens_.size());
  if (d != nullptr && d->name != nullptr) {
    item.name = d->name->last().text;
    item.name_place = d->name_place;
  }
  state.items.push_back(item);
}

}  // namespace tilescope::language
