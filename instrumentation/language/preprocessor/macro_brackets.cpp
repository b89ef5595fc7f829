#include "instrumentation/language/preprocessor/macro_brackets.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "instrumentation/language/tokens/lexer.h"

namespace tilescope::language {

namespace {

constexpr std::array<Mark, 3> openers{Mark::open_paren, Mark::open_bracket, Mark::open_brace};
constexpr std::array<Mark, 3> closers{Mark::close_paren, Mark::close_bracket, Mark::close_brace};
constexpr std::size_t round = 0, square = 1, brace = 2;

std::optional<std::size_t> kind_in(const std::array<Mark, 3>& marks, const Token& t) {
  const auto* const found = std::find_if(marks.begin(), marks.end(), [&](Mark mark) { return t.is(mark); });
  return found == marks.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - marks.begin()));
}

// The tokens after #define, a name and its parameters.
std::span<const Token> body_in(std::span<const Token> line) {
  if (line.size() < 4 || line[1].text != "define") return {};
  if (!line[3].is(Mark::open_paren) || line[3].after_space) return line.subspan(3);
  std::size_t end = 4;
  while (end < line.size() && !line[end].is(Mark::close_paren)) ++end;
  return line.subspan(std::min(end + 1, line.size()));
}

Token mark_like(const Token& like, Mark mark) {
  Token made = like;
  made.kind = TokenKind::mark;
  made.mark = mark;
  made.keyword = Keyword::none;
  made.text = text(mark);
  return made;
}

}  // namespace

void MacroBrackets::mend(Macro& macro) {
  mend_extra_closer(macro);
  close_round_and_square(macro);
  close_brace(macro);
}

void MacroBrackets::tell(Macro& macro, Mistake mistake, Place place, Sentence sentence, Mend mend) {
  if (!std::exchange(macro.is_mended, true)) diagnostics_.error(place, mistake, std::move(sentence), std::move(mend));
}

MacroBrackets::Counts MacroBrackets::counts_of(std::span<const Token> tokens) {
  Counts counts;
  for (const Token& t : tokens) {
    if (const auto kind = kind_in(openers, t)) ++counts[*kind].open;
    const auto kind = kind_in(closers, t);
    if (!kind) continue;
    if (counts[*kind].open == 0)
      counts[*kind].closes_too_many = true;
    else
      --counts[*kind].open;
  }
  return counts;
}

// Computed only when needed, since most sources have no such macro.
const MacroBrackets::Others& MacroBrackets::others() {
  if (std::exchange(has_others_, true)) return others_;
  Diagnostics ignored;
  Lexer lexer(source_.text(), arena_, ignored);
  std::vector<Token> line, outside;
  while (lexer.next_line(line, false)) {
    const bool is_directive = !line.empty() && line[0].kind == TokenKind::directive;
    if (!is_directive) outside.insert(outside.end(), line.begin(), line.end());
    const Counts counts = counts_of(is_directive ? body_in(line) : std::span<const Token>());
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
      others_.opening[kind] += counts[kind].open > 0 ? 1U : 0U;
      others_.closing[kind] += counts[kind].closes_too_many ? 1U : 0U;
    }
    line.clear();
  }
  others_.outside = counts_of(outside);
  return others_;
}

// A macro may open or close a bracket on purpose: then another macro, or the code around it, does the rest.
bool MacroBrackets::is_mistake(std::size_t kind, bool closes) {
  const Count& outside = others().outside[kind];
  if (outside.open > 0 || outside.closes_too_many) return false;
  return (closes ? others().opening : others().closing)[kind] == 0;
}

void MacroBrackets::mend_extra_closer(Macro& macro) {
  std::vector<Token>& body = macro.body;
  std::array<unsigned, 3> open{};
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (const auto kind = kind_in(openers, body[i])) ++open[*kind];
    const auto kind = kind_in(closers, body[i]);
    if (!kind || (open[*kind] > 0 && open[*kind]-- > 0)) continue;
    if (!is_mistake(*kind, true)) return;
    const Sentence name = quoted(macro.name);
    if (*kind == brace && body[0].is(Keyword::do_) && i > 1) {
      tell(macro, Mistake::missing_open_brace, {body[0].place.end(), 1}, "a { is missing after 'do'", Mend::write("{"));
      body.insert(body.begin() + 1, mark_like(body[0], Mark::open_brace));
    } else if (*kind == round && becomes_parameters(macro, i)) {
      tell(macro, Mistake::missing_mark, {macro.place.end(), 1}, "a ( is missing after " + name, Mend::write("("));
    } else {
      tell(macro, when_stray(body[i].mark), body[i].place, "this " + std::string(body[i].text) + " closes nothing",
           "remove it");
      body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return;
  }
}

// `NAME a, b) ...` becomes a macro with parameters.
bool MacroBrackets::becomes_parameters(Macro& macro, std::size_t close) {
  if (macro.takes_arguments || close % 2 == 0) return false;
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < close; ++i) {
    const Token& t = macro.body[i];
    if (i % 2 == 0 ? !t.is_name() : !t.is(Mark::comma)) return false;
    if (i % 2 == 0) names.push_back(t.text);
  }
  macro.takes_arguments = true;
  macro.parameters = std::move(names);
  macro.body.erase(macro.body.begin(), macro.body.begin() + static_cast<std::ptrdiff_t>(close) + 1);
  return true;
}

// Brackets still open at the end of a macro with parameters were forgotten.
void MacroBrackets::close_round_and_square(Macro& macro) {
  const Counts counts = counts_of(macro.body);
  for (const std::size_t kind : {round, square})
    if (counts[kind].open > 0 && !macro.takes_arguments && !is_mistake(kind, false)) return;
  std::vector<Mark> open;
  std::vector<Token> body;
  const auto add_missing = [&] {
    tell(macro, when_missing(open.back()), {body.back().place.end(), 1},
         std::string("a ") + text(open.back()) + " is missing from " + quoted(macro.name),
         Mend::write(text(open.back())));
    body.push_back(mark_like(body.back(), open.back()));
    open.pop_back();
  };
  for (const Token& t : macro.body) {
    if (t.is(Mark::close_paren) || t.is(Mark::close_bracket)) {
      if (std::find(open.begin(), open.end(), t.mark) == open.end()) return;
      while (open.back() != t.mark) add_missing();
      open.pop_back();
    }
    if (t.is(Mark::open_paren)) open.push_back(Mark::close_paren);
    if (t.is(Mark::open_bracket)) open.push_back(Mark::close_bracket);
    body.push_back(t);
  }
  while (!open.empty()) add_missing();
  macro.body = std::move(body);
}

void MacroBrackets::close_brace(Macro& macro) {
  std::vector<Token>& body = macro.body;
  if (counts_of(body)[brace].open != 1 || !is_mistake(brace, false)) return;
  std::size_t at = body.size();
  if (body[0].is(Keyword::do_))
    for (std::size_t i = body.size(); i > 1; --i)
      if (body[i - 1].is(Keyword::while_)) {
        at = i - 1;
        break;
      }
  const Token& last = body[at - 1];
  tell(macro, Mistake::missing_close_brace, {last.place.end(), 1}, "a } is missing from " + quoted(macro.name),
       Mend::write("}"));
  body.insert(body.begin() + static_cast<std::ptrdiff_t>(at), mark_like(last, Mark::close_brace));
}

}  // namespace tilescope::language
