#include "instrumentation/language/checker/host_code.h"

#include <algorithm>

namespace tilescope::language {

namespace {

using Index = HostCode::Index;

bool opens(const Token& t) { return t.is(Mark::open_paren) || t.is(Mark::open_bracket) || t.is(Mark::open_brace); }
bool closes(const Token& t) { return t.is(Mark::close_paren) || t.is(Mark::close_bracket) || t.is(Mark::close_brace); }

bool is_type_like(const Token& t) {
  if (t.is_name()) return true;
  switch (t.keyword) {
    case Keyword::auto_:
    case Keyword::bool_:
    case Keyword::char_:
    case Keyword::const_:
    case Keyword::double_:
    case Keyword::float_:
    case Keyword::int_:
    case Keyword::long_:
    case Keyword::short_:
    case Keyword::signed_:
    case Keyword::unsigned_:
    case Keyword::void_: return t.kind == TokenKind::word;
    default: return false;
  }
}

// The index after the < > that begins at `at`; `at` if there is none.
Index after_angles(std::span<const Token> tokens, Index at, Index end) {
  int depth = 0;
  for (Index i = at; i < end && i < at + 100; ++i) {
    const Token& t = tokens[i];
    if (t.is(Mark::less)) ++depth;
    if (t.is(Mark::greater) && --depth == 0) return i + 1;
    if (t.is(Mark::semicolon) || t.is(Mark::open_brace) || t.is(Mark::close_brace)) break;
  }
  return at;
}

// The name of what takes the parameters at `open`: a function, or the variable that holds a lambda.
std::string_view called(std::span<const Token> tokens, Index open) {
  if (open == 0) return {};
  if (tokens[open - 1].is_name()) return tokens[open - 1].text;
  if (!tokens[open - 1].is(Mark::close_bracket)) return {};
  Index i = open - 1;
  while (i > 0 && !tokens[i].is(Mark::open_bracket)) --i;
  return i > 1 && tokens[i - 1].is(Mark::equals) && tokens[i - 2].is_name() ? tokens[i - 2].text : std::string_view();
}

// The references among the parameters of the list that begins at `open`, except const ones; one bit each.
std::uint32_t references_in(std::span<const Token> tokens, Index open) {
  std::uint32_t found = 0;
  unsigned at = 0, depth = 0;
  bool is_const = false;
  for (Index i = open + 1; i < tokens.size() && i < open + 400; ++i) {
    const Token& t = tokens[i];
    if (depth == 0 && t.is(Mark::close_paren)) break;
    if (t.is(Mark::semicolon) || t.is(Mark::open_brace)) break;
    if (t.is(Mark::less) && is_type_like(tokens[i - 1])) {
      i = std::max(i, after_angles(tokens, i, static_cast<Index>(tokens.size())) - 1);
      continue;
    }
    if (opens(t)) ++depth;
    if (closes(t)) --depth;
    is_const |= t.is(Keyword::const_);
    if (t.is(Mark::comma) && depth == 0) {
      ++at;
      is_const = false;
    }
    const bool reference = (t.is(Mark::ampersand) && !is_const) || t.is(Mark::and_and);
    const bool to_array =
        tokens[i - 1].is(Mark::open_paren) && i + 2 < tokens.size() && tokens[i + 2].is(Mark::close_paren);
    if (reference &&
        (is_type_like(tokens[i - 1]) || tokens[i - 1].is(Mark::greater) || tokens[i - 1].is(Mark::star) || to_array))
      found |= 1U << std::min(at, 31U);
    if (t.is(Mark::ellipsis) && found >> std::min(at, 31U) != 0) found |= ~0U << std::min(at, 31U);
  }
  return found;
}

}  // namespace

void add_references(std::span<const Token> tokens, HostCalls& calls) {
  std::vector<Index> open;
  std::vector<std::string_view> structures;  // by open brace
  std::string_view structure;
  Index done = 0;
  for (Index i = 0; i < tokens.size(); ++i) {
    const Token& t = tokens[i];
    const bool word = t.is(Keyword::struct_) || t.is(Keyword::class_);
    if (word && i + 1 < tokens.size() && tokens[i + 1].is_name()) structure = tokens[i + 1].text;
    if (t.is(Mark::semicolon) || t.is(Mark::close_paren)) structure = {};
    if (t.is(Mark::open_brace)) structures.push_back(std::exchange(structure, {}));
    if (t.is(Mark::close_brace) && !structures.empty()) structures.pop_back();
    if (t.is(Mark::open_paren)) open.push_back(i);
    if (t.is(Mark::close_paren) && !open.empty()) open.pop_back();
    if ((!t.is(Mark::ampersand) && !t.is(Mark::and_and)) || i == 0) continue;
    const bool after_type = is_type_like(tokens[i - 1]) || tokens[i - 1].is(Mark::greater);
    if (open.empty() && after_type && !structures.empty() && !structures.back().empty() && i + 2 < tokens.size() &&
        tokens[i + 1].is_name() && !tokens[i + 2].is(Mark::open_paren))
      calls.holders.insert(structures.back());
    if (open.empty() || open.back() < done) continue;
    done = open.back() + 1;
    if (const std::string_view name = called(tokens, open.back()); !name.empty())
      if (const std::uint32_t bits = references_in(tokens, open.back()); bits != 0) calls.references[name] |= bits;
  }
}

const HostCode::Thing* HostCode::seen(std::string_view name, Index at) const {
  const auto known = by_name_.find(name);
  if (known == by_name_.end()) return nullptr;
  const Thing* best = nullptr;
  for (const std::uint32_t n : known->second) {
    const Thing& thing = things_[n];
    const Block& block = blocks_[thing.block];
    if (!holds(thing.block, at) || (thing.at > at && block.kind != BlockKind::structure)) continue;
    if (best == nullptr || blocks_[best->block].first <= block.first) best = &thing;
  }
  return best;
}

std::uint32_t HostCode::block_at(Index at) const {
  // Blocks are sorted by where they begin: it is the last one that begins before `at`, or one around it.
  auto after =
      std::upper_bound(blocks_.begin(), blocks_.end(), at, [](Index i, const Block& b) { return i < b.first; });
  if (after == blocks_.begin()) return 0;
  auto n = static_cast<std::uint32_t>(after - blocks_.begin() - 1);
  while (n != 0 && !holds(n, at)) n = blocks_[n].parent;
  return n;
}

bool HostCode::is_skipped(std::uint32_t block) const {
  for (std::uint32_t n = block; n != 0; n = blocks_[n].parent)
    if (blocks_[n].is_skipped) return true;
  return false;
}

std::optional<const HostCode::Write*> HostCode::reaching(const Thing& thing, std::string_view member, Index at) const {
  if (thing.kind != ThingKind::variable || (thing.unsettled && !thing.is_const)) return std::nullopt;
  if (thing.writes.empty() || thing.is_const) return nullptr;
  const std::uint32_t lambda = blocks_[thing.block].lambda;
  if (has_labels_ || thing.is_static || blocks_[block_at(at)].lambda != lambda) return std::nullopt;
  const Write* best = nullptr;
  bool in_doubt = false;
  for (const Write& w : thing.writes) {
    if (blocks_[w.block].lambda != lambda) return std::nullopt;
    if ((!w.member.empty() && w.member != member && !member.empty()) || w.done >= at) continue;
    if (is_skipped(w.block) && !holds(w.block, at)) continue;
    const bool sure = w.straight && holds(w.block, at) && (w.member.empty() || w.member == member);
    if (sure) best = &w;
    in_doubt = !sure;
  }
  if (in_doubt) return std::nullopt;
  return best;
}

HostCode::Index HostCode::end_of_structure(std::string_view name) const {
  for (const Block& block : blocks_)
    if (block.kind == BlockKind::structure && block.name == name && block.last != none) return block.last - 1;
  return none;
}

bool HostCode::may_inherit(Index at) const {
  for (std::uint32_t n = block_at(at);; n = blocks_[n].parent) {
    if (blocks_[n].kind == BlockKind::structure && blocks_[n].has_bases) return true;
    if (n == 0) return false;
  }
}

}  // namespace tilescope::language
