#include "instrumentation/language/parser/parser.h"

#include <algorithm>
#include <array>

#include "instrumentation/language/parser/brackets.h"
#include "instrumentation/language/parser/parsing.h"

namespace tilescope::language {

namespace {

constexpr unsigned deepest = 200;
// An item with more mistakes than this is not parsed.
constexpr unsigned most_mistakes = 300;
// How many tokens to look ahead for an extra closing bracket.
constexpr TokenIndex farthest = 100;

bool opens(const Token& token) {
  return token.is(Mark::open_paren) || token.is(Mark::open_bracket) || token.is(Mark::open_brace);
}

std::string with_article(Mark mark) { return std::string(mark == Mark::equals ? "an " : "a ") + text(mark); }

// The open brackets, innermost last. Those outside the innermost brace cannot be closed.
class OpenBrackets {
 public:
  explicit OpenBrackets(std::vector<TokenIndex>& partners) : partners_(partners) {}

  void open(TokenIndex at, Mark mark) {
    open_.push_back({at, mark});
    if (mark == Mark::open_brace)
      counts_.push_back({});
    else
      ++count(mark);
  }
  void close(TokenIndex at, Mark mark) {
    if (mark == Mark::open_brace ? counts_.size() < 2 : count(mark) == 0) return;
    for (;;) {
      const Bracket last = open_.back();
      open_.pop_back();
      if (last.mark != Mark::open_brace) --count(last.mark);
      if (last.mark != mark) continue;
      if (mark == Mark::open_brace) counts_.pop_back();
      partners_[last.at] = at;
      partners_[at] = last.at;
      return;
    }
  }

 private:
  struct Bracket {
    TokenIndex at;
    Mark mark;
  };
  struct Counts {
    unsigned parens = 0, brackets = 0;
  };
  unsigned& count(Mark mark) { return mark == Mark::open_paren ? counts_.back().parens : counts_.back().brackets; }

  std::vector<TokenIndex>& partners_;
  std::vector<Bracket> open_;
  std::vector<Counts> counts_{{}};  // of the file, and of each open brace
};

struct Spelling {
  std::string_view text;
  Keyword keyword;
};
constexpr std::array common_spellings{Spelling{"__restrict", Keyword::restrict_},
                                      Spelling{"restrict", Keyword::restrict_},
                                      Spelling{"__inline__", Keyword::inline_},
                                      Spelling{"__inline", Keyword::inline_},
                                      Spelling{"__forceinline", Keyword::forceinline},
                                      Spelling{"__volatile__", Keyword::volatile_},
                                      Spelling{"__asm__", Keyword::asm_},
                                      Spelling{"__asm", Keyword::asm_},
                                      Spelling{"__attribute", Keyword::attribute},
                                      Spelling{"__alignof__", Keyword::alignof_},
                                      Spelling{"_Static_assert", Keyword::static_assert_}};

}  // namespace

Parser::Parser(const Source* source, std::span<Token> tokens, Arena& arena, Diagnostics& diagnostics)
    : source_(source), tokens_(tokens), arena_(arena), diagnostics_(&diagnostics), file_diagnostics_(&diagnostics) {
  order_.reserve(tokens.size());
  for (TokenIndex i = 0; i < tokens.size(); ++i)
    if (tokens[i].kind != TokenKind::pragma) order_.push_back(i);
  while (!order_.empty() && tokens_[order_.back()].kind == TokenKind::end) order_.pop_back();
  use_common_spellings();
  match_brackets();
  limit_to(static_cast<TokenIndex>(order_.size()));
}

void Parser::use_common_spellings() {
  for (Token& token : tokens_) {
    if (!token.is_name() || (token.text[0] != '_' && token.text[0] != 'r')) continue;
    const auto* const found = std::find_if(common_spellings.begin(), common_spellings.end(),
                                           [&](const Spelling& each) { return each.text == token.text; });
    if (found != common_spellings.end()) token.keyword = found->keyword;
  }
}

void Parser::match_brackets() {
  partners_.assign(order_.size(), 0);
  OpenBrackets open(partners_);
  for (TokenIndex i = 0; i < order_.size(); ++i) {
    const Token& token = tokens_[order_[i]];
    if (opens(token)) open.open(i, token.mark);
    if (token.is(Mark::close_paren)) open.close(i, Mark::open_paren);
    if (token.is(Mark::close_bracket)) open.close(i, Mark::open_bracket);
    if (token.is(Mark::close_brace)) open.close(i, Mark::open_brace);
  }
}

bool Parser::take(Mark mark) {
  if (!is(mark)) return false;
  skip();
  return true;
}

bool Parser::take(Keyword keyword) {
  if (!is(keyword)) return false;
  skip();
  return true;
}

void Parser::limit_to(TokenIndex limit) {
  limit_ = limit;
  stop_ = Token{};
  stop_.starts_line = true;
  if (limit < order_.size())
    stop_.place = tokens_[order_[limit]].place;
  else if (!order_.empty())
    stop_.place = {tokens_[order_.back()].place.end(), 0};
}

TokenIndex Parser::after_group(TokenIndex i) const {
  return i < limit_ && partners_[i] > i ? std::min(partners_[i] + 1, limit_) : i + 1;
}

bool Parser::closes_nothing(TokenIndex i) const {
  return i < limit_ && partners_[i] == 0 && (token(i).is(Mark::close_paren) || token(i).is(Mark::close_bracket));
}

Place Parser::from(TokenIndex first) const {
  if (at_ <= first) return {token(first).place.offset, 0};
  return joined(token(first).place, before().place);
}

Place Parser::behind() const {
  if (order_.empty()) return {};
  const std::uint32_t end = at_ == 0 ? token(0).place.offset : before().place.end();
  return {end, source_ == nullptr || end < source_->text().size() ? 1U : 0U};
}

unsigned Parser::column(TokenIndex i) const {
  return source_ == nullptr ? 1 : source_->position(token(i).place.offset).column;
}

Sentence Parser::quoted(const Token& token) {
  constexpr std::size_t longest = 40;
  const std::string_view all = token.text;
  if (all.size() <= longest) return language::quoted(all);
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(all[end]) & 0xC0U) == 0x80U) --end;
  return language::quoted(std::string(all.substr(0, end)) + "...");
}

void Parser::error(Place place, Mistake mistake, Sentence sentence, Mend mend) {
  if (++mistakes_ > mistakes_before_ + most_mistakes) throw TooDeep{};
  if (std::exchange(told_, true)) return;
  diagnostics_->error(place, mistake, std::move(sentence), std::move(mend));
}

// Reports a name that is wrong everywhere only once.
void Parser::error_once(const Token& name, Mistake mistake, const Sentence& sentence) {
  if (std::find(told_names_.begin(), told_names_.end(), name.text) != told_names_.end())
    told_ = true;
  else if (!told_ && name.is_name() && told_names_.size() < most_mistakes)
    told_names_.push_back(name.text);
  error(name.place, mistake, sentence);
}

void Parser::missing(Mark mark) {
  error(behind(), when_missing(mark), with_article(mark) + " is missing after " + quoted(before()),
        Mend::write(text(mark)));
}

void Parser::missing_close(Mark mark, TokenIndex open) {
  Sentence sentence = with_article(mark) + " is missing after " + quoted(before());
  if (source_ != nullptr && token(open).kind == TokenKind::mark) {
    const unsigned line = source_->line_of(token(open).place.offset);
    if (line != source_->line_of(before().place.offset))
      sentence += std::string(": the ") + text(token(open).mark) + " on " + line_of(*source_, token(open).place) +
                  " is not closed";
  }
  error(behind(), when_missing(mark), sentence, Mend::write(text(mark)));
}

// Skips to the matching bracket. If there is none, it is assumed to be here.
void Parser::close(Mark mark, TokenIndex open) {
  if (take(mark)) return;
  const TokenIndex partner = token(open).kind == TokenKind::mark ? partners_[open] : 0;
  if (partner >= at_ && partner < limit_ && !unclosed_) {
    error(now().place, Mistake::does_not_belong, quoted(now()) + " does not belong here");
    at_ = partner + 1;
    return;
  }
  const Mark other = mark == Mark::close_paren ? Mark::close_bracket : Mark::close_paren;
  if (is(other) && closes_nothing(at_)) {
    error(now().place, Mistake::other_bracket, with_article(mark) + " belongs here, not " + with_article(other),
          Mend::write(text(mark)));
    skip();
    return;
  }
  missing_close(mark, open);
}

void Parser::skip_extra_closers() {
  for (; closes_nothing(at_); skip())
    error(now().place, when_stray(now().mark), "this " + std::string(now().text) + " closes nothing", "remove it");
}

void Parser::semicolon() {
  if (take(Mark::semicolon)) return;
  if (closes_nothing(at_)) {
    skip_extra_closers();
    if (take(Mark::semicolon)) return;
  }
  const bool first = !told_;
  if (is(Mark::colon) && (ahead().starts_line || begins_statement(at_ + 1))) {
    error(now().place, Mistake::colon_for_semicolon, "a ; belongs here, not a :", Mend::write(";"));
    skip();
    return;
  }
  if (first && (begins_statement(at_) || now().starts_line || starts_operand(now()))) {
    const Token& head = token(statement_);
    const bool is_macro = head.is_name() && names_.kind(head.text) == NameKind::unknown &&
                          before().is(Mark::close_paren) && token(statement_ + 1).is(Mark::open_paren);
    if (is_macro && std::find(told_names_.begin(), told_names_.end(), head.text) != told_names_.end()) {
      told_ = true;
      return;
    }
    if (is_macro) told_names_.push_back(head.text);
    return missing(Mark::semicolon);
  }
  if (first) error(now().place, Mistake::does_not_belong, quoted(now()) + " does not belong here");
  skip_statement();
}

bool Parser::begins_statement(TokenIndex i) const {
  const Token& t = token(i);
  if (i >= limit_ || t.is(Mark::close_brace)) return true;
  if (t.kind == TokenKind::word && starts_statement(t.keyword)) return true;
  if (t.kind == TokenKind::word && (is_specifier(t.keyword) || is_type_word(t.keyword)))
    return !token(i + 1).is(Mark::close_paren);
  return t.starts_line && column(i) <= column(statement_);
}

void Parser::skip_statement() {
  while (!at_end() && !take(Mark::semicolon)) {
    if (at_ > statement_ && begins_statement(at_)) return;
    at_ = after_group(at_);
  }
}

// True if a bracket that closes nothing comes before the statement ends. Only messages depend on it.
bool Parser::extra_closer_ahead(Mark mark) const {
  if (told_) return false;
  TokenIndex left = farthest;
  for (TokenIndex i = at_; i < limit_ && left-- > 0; i = after_group(i)) {
    if (token(i).is(Mark::semicolon) || token(i).is(Mark::close_brace)) return false;
    if (token(i).is(mark) && closes_nothing(i)) return true;
    if (token(i).is(Mark::open_brace) && partners_[i] == 0) return false;
  }
  return false;
}

Parser::Deeper::Deeper(Parser& parser) : parser_(parser) {
  if (parser.depth_ >= deepest) {
    parser.told_ = false;
    parser.error(parser.now().place, Mistake::too_deep,
                 "this is nested more than " + std::to_string(deepest) + " levels deep");
    throw TooDeep{};
  }
  ++parser.depth_;
}

Parser::Bracket::Bracket(Parser& parser, TokenIndex open)
    : parser_(parser),
      no_greater_(std::exchange(parser.no_greater_, false)),
      in_brackets_(std::exchange(parser.in_brackets_, true)),
      wants_colon_(std::exchange(parser.wants_colon_, false)),
      unclosed_(parser.unclosed_) {
  parser.unclosed_ = unclosed_ || parser.partners_[open] == 0;
}

Parsed parse(const Source& source, std::vector<Token>& tokens, Arena& arena, Diagnostics& diagnostics) {
  mend_braces(source, tokens, diagnostics);
  Parsed parsed;
  Parser parser(&source, tokens, arena, diagnostics);
  parsed.file = parser.file(parsed.put_aside);
  return parsed;
}

namespace {

// Parses tokens that are not part of a file.
template <class Read>
auto read_alone(std::span<const Token> tokens, const KindOfName& kind, Arena& arena, Read read) {
  std::vector<Token> own(tokens.begin(), tokens.end());
  Diagnostics diagnostics;
  Parser parser(nullptr, own, arena, diagnostics);
  for (const Token& token : tokens)
    if (token.is_name())
      if (const NameKind of_text = kind(token.text); of_text != NameKind::unknown) parser.know(token.text, of_text);
  return read(parser);
}

}  // namespace

const syntax::Expression* parse_value(std::span<const Token> tokens, const KindOfName& kind, Arena& arena) {
  if (tokens.empty()) return nullptr;
  return read_alone(tokens, kind, arena, [](Parser& parser) { return parser.lone_value(); });
}

std::vector<const syntax::Declaration*> parse_declaration(std::span<const Token> tokens, bool of_file,
                                                          const KindOfName& kind, Arena& arena) {
  return read_alone(tokens, kind, arena, [&](Parser& parser) { return parser.lone_declaration(of_file); });
}

bool is_type_word(Keyword word) {
  switch (word) {
    case Keyword::void_:
    case Keyword::bool_:
    case Keyword::char_:
    case Keyword::int_:
    case Keyword::float_:
    case Keyword::double_:
    case Keyword::wchar_t_:
    case Keyword::unsigned_:
    case Keyword::signed_:
    case Keyword::short_:
    case Keyword::long_:
    case Keyword::auto_: return true;
    default: return false;
  }
}

bool is_specifier(Keyword word) {
  switch (word) {
    case Keyword::alignas_:
    case Keyword::class_:
    case Keyword::const_:
    case Keyword::constexpr_:
    case Keyword::decltype_:
    case Keyword::enum_:
    case Keyword::explicit_:
    case Keyword::extern_:
    case Keyword::friend_:
    case Keyword::inline_:
    case Keyword::mutable_:
    case Keyword::register_:
    case Keyword::static_:
    case Keyword::struct_:
    case Keyword::thread_local_:
    case Keyword::typedef_:
    case Keyword::typename_:
    case Keyword::union_:
    case Keyword::virtual_:
    case Keyword::volatile_:
    case Keyword::attribute:
    case Keyword::align:
    case Keyword::constant:
    case Keyword::device:
    case Keyword::forceinline:
    case Keyword::global:
    case Keyword::grid_constant:
    case Keyword::host:
    case Keyword::launch_bounds:
    case Keyword::managed:
    case Keyword::noinline:
    case Keyword::restrict_:
    case Keyword::shared: return true;
    default: return is_type_word(word);
  }
}

bool starts_statement(Keyword word) {
  switch (word) {
    case Keyword::break_:
    case Keyword::case_:
    case Keyword::continue_:
    case Keyword::default_:
    case Keyword::do_:
    case Keyword::else_:
    case Keyword::for_:
    case Keyword::goto_:
    case Keyword::if_:
    case Keyword::return_:
    case Keyword::static_assert_:
    case Keyword::switch_:
    case Keyword::try_:
    case Keyword::using_:
    case Keyword::while_: return true;
    default: return false;
  }
}

bool is_cast_word(Keyword word) {
  return word == Keyword::static_cast_ || word == Keyword::reinterpret_cast_ || word == Keyword::const_cast_ ||
         word == Keyword::dynamic_cast_;
}

}  // namespace tilescope::language
