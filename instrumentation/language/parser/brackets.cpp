#include "instrumentation/language/parser/brackets.h"

#include <algorithm>
#include <limits>
#include <string>

namespace tilescope::language {

namespace {

constexpr unsigned never = std::numeric_limits<unsigned>::max();

// How many braces are open at the end of a source, and whether one closes nothing.
struct Balance {
  int open = 0;
  bool closes_too_many = false;
  std::size_t last_empty = 0;  // after the last token at which no brace was open
};

Balance balance_of(const std::vector<Token>& tokens) {
  Balance balance;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is(Mark::open_brace)) ++balance.open;
    if (tokens[i].is(Mark::close_brace)) {
      --balance.open;
      if (balance.open < 0) balance.closes_too_many = true;
      if (balance.open == 0) balance.last_empty = i + 1;
    }
  }
  return balance;
}

bool begins_outer_item(const Token& t) {
  return t.is(Keyword::template_) || t.is(Keyword::global) || t.is(Keyword::device) || t.is(Keyword::namespace_) ||
         t.is(Keyword::host);
}

bool needs_block(const Token& t) {
  return t.is(Keyword::if_) || t.is(Keyword::for_) || t.is(Keyword::while_) || t.is(Keyword::switch_) ||
         t.is(Keyword::else_) || t.is(Keyword::do_);
}

bool is_structure(const Token& t) {
  return t.is(Keyword::struct_) || t.is(Keyword::class_) || t.is(Keyword::union_) || t.is(Keyword::enum_) ||
         t.is(Keyword::namespace_);
}

class Mender {
 public:
  Mender(const Source& source, std::vector<Token>& tokens, Diagnostics& diagnostics)
      : source_(source), tokens_(tokens), diagnostics_(diagnostics) {}

  void mend() {
    const Balance balance = balance_of(tokens_);
    if (balance.open == 0 && !balance.closes_too_many) return;
    missing_closers_ = balance.open > 0 ? balance.open : 0;
    missing_openers_ = balance.open < 0 ? -balance.open : 0;
    if (balance.open == 0) missing_closers_ = missing_openers_ = 1;
    made_.reserve(tokens_.size() + 8);
    for (at_ = 0; at_ < tokens_.size(); ++at_) {
      armed_ = balance.open <= 0 || at_ >= balance.last_empty;
      step();
    }
    tokens_ = std::move(made_);
  }

 private:
  struct Open {
    Token token;
    unsigned head = 0;    // indentation of the line where its statement begins
    unsigned own = 0;     // of its own line
    unsigned inside = 0;  // 1 + the indentation of its first line; `never` if more follows on its own line
    unsigned line = 0;
    bool is_initializer = false;
    bool is_first = false;  // in its line
    bool is_scope = false;  // of a namespace or structure
    unsigned parens = 0;    // open around it

    [[nodiscard]] unsigned least() const { return std::min(head, own); }
    [[nodiscard]] bool indents() const { return inside > least() + 1; }
    // The range of indentation for the } that closes it.
    [[nodiscard]] unsigned least_of_close() const { return is_first ? own : least(); }
    [[nodiscard]] unsigned most_of_close() const { return is_first ? own : std::max(head, own); }
    [[nodiscard]] bool keeps_indentation() const { return is_first && own > head && inside == own + 1; }
  };
  struct Line {
    std::size_t first = 0;  // index in made_
    unsigned indent = 0;
    std::uint32_t offset = 0;
  };

  [[nodiscard]] const Token& token() const { return tokens_[at_]; }
  [[nodiscard]] static bool is_first(const Token& t) { return t.starts_line && t.kind != TokenKind::pragma; }

  // True if a macro's token begins no line: the macro's body may have had lines of its own.
  [[nodiscard]] bool is_in_last_line(const Token& t) const {
    return t.expansion != 0 && !lines_.empty() && lines_.back().offset >= t.place.offset;
  }

  [[nodiscard]] bool is_scope() const {
    if (begins_statement_ || statement_ >= made_.size()) return false;
    const std::size_t i = after_template(statement_);
    return is_structure(made(i)) || is_structure(made(i + 1)) ||
           (made(i).is(Keyword::extern_) && i + 2 == made_.size());
  }

  // Columns before the token in its line; a tab advances to the next multiple of 8.
  [[nodiscard]] unsigned indent_of(const Token& t) const {
    const std::string_view text = source_.text();
    std::size_t begin = std::min<std::size_t>(t.place.offset, text.size());
    while (begin > 0 && text[begin - 1] != '\n' && text[begin - 1] != '\r') --begin;
    unsigned columns = 0;
    for (std::size_t i = begin; i < t.place.offset && i < text.size(); ++i)
      columns = text[i] == '\t' ? (columns / 8 + 1) * 8 : columns + 1;
    return columns;
  }

  void step() {
    const Token& t = token();
    if (is_first(t) && !is_in_last_line(t)) first_of_line(t);
    if (t.kind == TokenKind::end) close_all();
    if (t.is(Mark::semicolon)) semicolon();
    if (t.is(Mark::open_paren)) ++parens_;
    if (t.is(Mark::close_paren)) close_paren();
    if (t.is(Mark::open_brace)) return open(t);
    if (t.is(Mark::close_brace)) return close(t);
    put(t);
    const bool ends_label = t.is(Mark::colon) && at_ + 1 < tokens_.size() && tokens_[at_ + 1].starts_line;
    if ((t.is(Mark::semicolon) && parens_ == 0) || ends_label) begins_statement_ = true;
  }

  void put(const Token& t) {
    if (begins_statement_ && t.kind != TokenKind::pragma) {
      begins_statement_ = false;
      statement_ = made_.size();
      statement_indent_ = lines_.empty() ? 0 : lines_.back().indent;
    }
    made_.push_back(t);
  }

  void first_of_line(const Token& t) {
    const unsigned indent = indent_of(t);
    if (!open_.empty() && open_.back().inside == 0 && !t.is(Mark::close_brace)) open_.back().inside = indent + 1;
    // A ; inside parentheses at the end of a line is not part of a for.
    if (parens_ > 0 && !made_.empty() && made_.back().is(Mark::semicolon)) {
      parens_ = 0;
      begins_statement_ = true;
    }
    if (armed_ && missing_closers_ > 0 && t.kind != TokenKind::end) close_deeper(t, indent);
    if (parens_ == 0 && needs_block(t)) begins_statement_ = true;
    lines_.push_back({made_.size(), indent, t.place.offset});
  }

  // Closes blocks that are indented more than this line, which is outside them.
  void close_deeper(const Token& t, unsigned indent) {
    const bool closes = t.is(Mark::close_brace);
    const bool may_stand_out = t.is(Mark::open_brace) || t.is(Keyword::case_) || t.is(Keyword::default_) ||
                               t.is(Keyword::public_) || t.is(Keyword::private_) || t.is(Keyword::protected_) ||
                               (t.is_name() && at_ + 1 < tokens_.size() && tokens_[at_ + 1].is(Mark::colon));
    if (may_stand_out || (!closes && !begins_statement_ && !begins_outer_item(t))) return;
    while (missing_closers_ > 0 && !open_.empty()) {
      const Open& last = open_.back();
      const bool out = closes ? indent < last.least_of_close() : indent <= last.least();
      const bool indents = last.indents() || (begins_outer_item(t) && !last.is_scope);
      if (!out || !indents || last.is_initializer) return;
      insert_closer();
    }
  }

  void insert_closer() {
    const Open last = open_.back();
    const std::uint32_t end = made_.empty() ? 0 : made_.back().place.end();
    if (told_++ < most_told_)
      diagnostics_.error({end, end < source_.text().size() ? 1U : 0U}, Mistake::missing_close_brace,
                         "a } is missing: the { on " + line_of(source_, last.token.place) + " is not closed",
                         Mend::write("}"));
    --missing_closers_;
    made_.push_back(brace(Mark::close_brace, end));
    closed();
  }

  Token brace(Mark mark, std::uint32_t at) {
    Token t;
    t.kind = TokenKind::mark;
    t.mark = mark;
    t.text = mark == Mark::open_brace ? "{" : "}";
    t.place = {at, 0};
    t.starts_line = mark == Mark::close_brace;
    return t;
  }

  void closed() {
    parens_ = open_.back().parens;
    begins_statement_ = parens_ == 0 && !open_.back().is_initializer;
    keeps_indentation_ = open_.back().keeps_indentation();
    open_.pop_back();
  }

  void close_all() {
    while (missing_closers_ > 0 && !open_.empty()) insert_closer();
  }

  // Closes the { in `(S{1, 2)`.
  void close_paren() {
    const bool is_inner = parens_ == 0 && !open_.empty() && open_.back().is_initializer && open_.back().parens > 0;
    if (armed_ && missing_closers_ > 0 && is_inner) insert_closer();
    if (parens_ > 0) --parens_;
  }

  // Closes the { in `{1, 2;`.
  void semicolon() {
    if (armed_ && missing_closers_ > 0 && !open_.empty() && open_.back().is_initializer && parens_ == 0)
      insert_closer();
  }

  void open(const Token& t) {
    Open each;
    each.token = t;
    each.own = lines_.empty() ? 0 : lines_.back().indent;
    each.head = begins_statement_ ? each.own : statement_indent_;
    each.is_first = is_first(t);
    if (!each.is_first && parens_ == 0) each.own = each.head;  // a lambda argument may have any indentation
    each.is_scope = is_scope();
    each.line = static_cast<unsigned>(lines_.size());
    const bool goes_on = at_ + 1 < tokens_.size() && !tokens_[at_ + 1].starts_line;
    each.inside = goes_on ? never : 0;
    const Token before = made_.empty() ? Token{} : made_.back();
    each.is_initializer = before.is(Mark::equals) || before.is(Mark::comma) || before.is(Mark::open_paren) ||
                          before.is(Keyword::return_) || before.is(Mark::close_bracket) ||
                          (before.is(Mark::open_brace) && !open_.empty() && open_.back().is_initializer);
    each.is_initializer = each.is_initializer || (before.is_name() && !each.is_scope && !begins_statement_);
    each.parens = parens_;
    put(t);
    open_.push_back(each);
    parens_ = 0;
    begins_statement_ = !each.is_initializer;
  }

  void close(const Token& t) {
    if (missing_openers_ > 0 && !fits(t)) {
      --missing_openers_;
      if (!insert_opener(t)) {
        if (told_++ < most_told_)
          diagnostics_.error(t.place, Mistake::stray_close_brace, "this } closes nothing", "remove it");
        return;
      }
    }
    if (open_.empty()) return;  // reported, or too many to report
    made_.push_back(t);
    closed();
  }

  // True if the } closes the innermost {, judging by where it is in its line.
  [[nodiscard]] bool fits(const Token& t) const {
    if (open_.empty()) return false;
    const Open& last = open_.back();
    if (last.is_initializer) return true;
    if (last.line == lines_.size()) return !ends_initializer() || !is_one_too_many_in_line();
    if (!is_first(t)) return head_of_line(lines_.size()) == 0 && !ends_initializer();
    if (lines_.back().indent > last.most_of_close()) return false;
    return !last.is_scope || last.line >= line_of_head() || head_end(lines_[line_of_head() - 1].first, false) == 0;
  }

  // The index after a head without a { at the start of this line (counted from 1) or the one before; 0 for none.
  [[nodiscard]] std::size_t head_of_line(std::size_t line) const {
    if (const std::size_t end = head_end(lines_[line - 1].first, true)) return end;
    const bool follows = line > 1 && lines_[line - 2].indent <= lines_[line - 1].indent;
    return follows ? head_end(lines_[line - 2].first, false) : 0;
  }

  // `x = 1, 2}`
  [[nodiscard]] bool ends_initializer() const {
    const Token& last = made_.back();
    return !last.is(Mark::semicolon) && !last.is(Mark::open_brace) && !last.is(Mark::close_brace) &&
           !last.is(Mark::comma);
  }

  // True if the rest of the line closes more braces than are open in it.
  [[nodiscard]] bool is_one_too_many_in_line() const {
    int open = 0;
    for (std::size_t i = lines_.empty() ? 0 : lines_.back().first; i < made_.size(); ++i)
      open += made_[i].is(Mark::open_brace) ? 1 : made_[i].is(Mark::close_brace) ? -1 : 0;
    for (std::size_t i = at_; i < tokens_.size() && (i == at_ || !tokens_[i].starts_line); ++i)
      open += tokens_[i].is(Mark::open_brace) ? 1 : tokens_[i].is(Mark::close_brace) ? -1 : 0;
    return open < 0;
  }

  // The index after = or return in the current statement, or after the name in `type name 1, 2}`; 0 for none.
  [[nodiscard]] std::size_t initializer_begin() const {
    if (begins_statement_) return 0;
    unsigned depth = 0;
    for (std::size_t i = made_.size(); i > statement_; --i) {
      const Token& t = made_[i - 1];
      if (t.is(Mark::close_paren) || t.is(Mark::close_bracket) || t.is(Mark::close_brace)) ++depth;
      if (t.is(Mark::open_paren) || t.is(Mark::open_bracket) || t.is(Mark::open_brace)) {
        if (depth == 0) return 0;
        --depth;
      }
      if (depth == 0 && (t.is(Mark::equals) || t.is(Keyword::return_))) return i;
      const bool is_value = made(i).kind == TokenKind::number || made(i).is_name();
      if (depth == 0 && i == statement_ + 2 && t.is_name() && made_[i - 2].kind == TokenKind::word && is_value)
        return i;
    }
    return 0;
  }

  // The last line, counted from 1, that is not indented more than this one, skipping labels; 0 for none.
  [[nodiscard]] std::size_t line_of_head() const {
    const unsigned least = lines_.back().indent + (keeps_indentation_ ? 0 : 1);
    std::size_t line = lines_.size() - 1;
    for (; line > 0; --line) {
      if (lines_[line - 1].indent >= least || is_label(lines_[line - 1].first)) continue;
      const std::size_t opener = line_of_opener(line);  // of a label's block
      if (opener == 0 || !is_label(lines_[opener - 1].first)) return line;
      line = opener;
    }
    return 0;
  }

  // The line of the { that the } at the start of this line closes, both counted from 1; 0 for none.
  [[nodiscard]] std::size_t line_of_opener(std::size_t line) const {
    std::size_t i = lines_[line - 1].first;
    if (!made(i).is(Mark::close_brace)) return 0;
    for (int depth = 0; i + 1 > 0; --i) {
      depth += made_[i].is(Mark::close_brace) ? 1 : made_[i].is(Mark::open_brace) ? -1 : 0;
      if (depth == 0) break;
      if (i == 0) return 0;
    }
    while (line > 0 && lines_[line - 1].first > i) --line;
    return line;
  }

  // Inserts a { after the head that the } needs; false if there is no such head.
  bool insert_opener(const Token& t) {
    if (lines_.empty()) return false;
    std::size_t after = 0;
    if (is_first(t)) {
      if (const std::size_t line = line_of_head()) after = head_end(lines_[line - 1].first, false);
      if (after == 0) after = label_end();
      if (after == 0 && open_.empty()) after = namespace_end();
    } else {
      if (!made_.empty() && ends_initializer()) after = initializer_begin();
      if (after == 0) after = head_of_line(lines_.size());
      if (after == 0 && !made_.empty() && ends_initializer()) after = made_.size();
    }
    if (after == 0) return false;
    insert_opener_at(after);
    return true;
  }

  // The index after a namespace head without a {; 0 for none.
  [[nodiscard]] std::size_t namespace_end() const {
    for (const Line& line : lines_) {
      std::size_t i = line.first + (made(line.first).is(Keyword::inline_) ? 1 : 0);
      if (!made(i).is(Keyword::namespace_)) continue;
      for (++i; made(i).is_name() || made(i).is(Mark::scope);) ++i;
      const Token& next = made(i);
      if (!next.is(Mark::open_brace) && !next.is(Mark::equals) && !next.is(Mark::semicolon)) return i;
    }
    return 0;
  }

  // The index after the : of the label whose block ends here; 0 for none.
  [[nodiscard]] std::size_t label_end() const {
    std::size_t line = lines_.size() - 1;
    while (line > 0 && lines_[line - 1].indent > lines_.back().indent) --line;
    if (line == 0 || !is_label(lines_[line - 1].first)) return 0;
    for (std::size_t i = lines_[line - 1].first; i < made_.size() && !made_[i].is(Mark::semicolon); ++i)
      if (made_[i].is(Mark::colon)) return made(i + 1).is(Mark::open_brace) ? 0 : i + 1;
    return 0;
  }

  [[nodiscard]] bool is_label(std::size_t i) const {
    return made(i).is(Keyword::case_) || made(i).is(Keyword::default_) || made(i).is(Keyword::public_) ||
           made(i).is(Keyword::private_) || made(i).is(Keyword::protected_) ||
           (made(i).is_name() && made(i + 1).is(Mark::colon));
  }

  void insert_opener_at(std::size_t after) {
    const std::uint32_t end = made_[after - 1].place.end();
    diagnostics_.error({end, end < source_.text().size() ? 1U : 0U}, Mistake::missing_open_brace,
                       "a { is missing after " + quoted(made_[after - 1].text.substr(0, 40)), Mend::write("{"));
    Open each;
    each.token = brace(Mark::open_brace, end);
    made_.insert(made_.begin() + static_cast<std::ptrdiff_t>(after), each.token);
    for (Line& l : lines_)
      if (l.first >= after) ++l.first;
    each.parens = 0;
    open_.push_back(each);
  }

  // The index after the head of a block that begins at `first` and has no {; 0 if there is no such head.
  [[nodiscard]] std::size_t head_end(std::size_t first, bool in_line) const {
    std::size_t i = after_template(first);
    const bool is_statement = needs_block(made(i));
    bool is_type = false;
    for (; i < made_.size(); ++i) {
      const Token& t = made_[i];
      const Token& next = made(i + 1);
      if (t.is(Mark::semicolon) || t.is(Mark::open_brace)) return 0;
      if (in_line && t.is(Mark::equals)) return next.is(Mark::open_brace) ? 0 : i + 1;
      if ((t.is(Keyword::else_) && !next.is(Keyword::if_)) || t.is(Keyword::do_))
        return next.is(Mark::open_brace) ? 0 : i + 1;
      is_type = is_type || is_structure(t);
      if (is_structure(t) && next.starts_line && !next.is(Mark::open_brace)) return i + 1;
      if (is_type && t.is_name()) {
        const std::size_t end = next.is(Mark::less) ? after_angles(i + 1) : i + 1;
        if (ends_type_head(made(end))) return end;
      }
      if (!t.is(Mark::open_paren)) continue;
      const bool is_specifier = i > first && (has_brackets(made_[i - 1]) || made_[i - 1].is(Keyword::operator_));
      i = after_parens(i) - 1;
      if (!is_specifier) return function_head_end(i + 1, is_statement);
    }
    return 0;
  }

  [[nodiscard]] std::size_t function_head_end(std::size_t end, bool is_statement) const {
    while (!is_statement && !made(end).starts_line &&
           (made(end).is(Keyword::const_) || made(end).is(Keyword::noexcept_)))
      ++end;
    while (!is_statement && (made(end).is(Mark::colon) || made(end).is(Mark::comma))) {  // width(w), height(h)
      while (end < made_.size() && !made_[end].is(Mark::open_paren) && !made_[end].is(Mark::semicolon)) ++end;
      end = after_parens(end);
    }
    return end > made_.size() || made(end).is(Mark::open_brace) || made(end).is(Mark::semicolon) ? 0 : end;
  }

  [[nodiscard]] const Token& made(std::size_t i) const { return i < made_.size() ? made_[i] : token(); }

  // Skips }, pragmas and template <...>.
  [[nodiscard]] std::size_t after_template(std::size_t i) const {
    while (i < made_.size() && (made_[i].is(Mark::close_brace) || made_[i].kind == TokenKind::pragma)) ++i;
    return made(i).is(Keyword::template_) && made(i + 1).is(Mark::less) ? after_angles(i + 1) : i;
  }

  [[nodiscard]] std::size_t after_angles(std::size_t i) const {
    unsigned depth = 0;
    for (; i < made_.size(); ++i) {
      if (made_[i].is(Mark::less)) ++depth;
      if (made_[i].is(Mark::greater) && --depth == 0) return i + 1;
    }
    return i;
  }

  [[nodiscard]] static bool ends_type_head(const Token& next) {
    return !next.is(Mark::colon) && !next.is(Mark::scope) && !next.is(Mark::comma) && !next.is(Mark::open_brace) &&
           !next.is(Mark::semicolon) && !next.is(Mark::open_paren) && next.text != "final";
  }

  [[nodiscard]] static bool has_brackets(const Token& t) {
    return t.is(Keyword::launch_bounds) || t.is(Keyword::attribute) || t.is(Keyword::align) || t.is(Keyword::alignas_);
  }

  [[nodiscard]] std::size_t after_parens(std::size_t i) const {
    unsigned depth = 0;
    for (; i < made_.size(); ++i) {
      if (made_[i].is(Mark::open_paren)) ++depth;
      if (made_[i].is(Mark::close_paren) && --depth == 0) return i + 1;
    }
    return i;
  }

  static constexpr int most_told_ = 3;

  const Source& source_;
  std::vector<Token>& tokens_;
  Diagnostics& diagnostics_;
  std::vector<Token> made_;
  std::vector<Open> open_;
  std::vector<Line> lines_;
  std::size_t at_ = 0;
  std::size_t statement_ = 0;
  unsigned statement_indent_ = 0;
  unsigned parens_ = 0;
  int missing_closers_ = 0, missing_openers_ = 0, told_ = 0;
  bool begins_statement_ = true;
  bool armed_ = false;
  bool keeps_indentation_ = false;  // code in braces is not indented more than the braces
};

}  // namespace

void mend_braces(const Source& source, std::vector<Token>& tokens, Diagnostics& diagnostics) {
  Mender(source, tokens, diagnostics).mend();
}

}  // namespace tilescope::language
