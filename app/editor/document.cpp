#include "app/editor/document.h"

#include <algorithm>
#include <atomic>
#include <cctype>

#include "app/stage/letters.h"

namespace tilescope::editor {

namespace {

bool is_blank(char letter) { return letter == ' ' || letter == '\t'; }
bool is_of_word(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' ||
         (static_cast<unsigned char>(letter) & 0x80) != 0;
}
char lower(char letter) { return static_cast<char>(std::tolower(static_cast<unsigned char>(letter))); }

std::uint64_t new_version() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

std::string without_returns(std::string_view text) {
  const auto has = [&](char letter) { return text.find(letter) != std::string_view::npos; };
  if (!has('\r') && !has('\0')) return std::string(text);
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t n = 0; n < text.size(); ++n) {
    if (text[n] == '\0') continue;
    if (text[n] != '\r')
      plain += text[n];
    else if (n + 1 == text.size() || text[n + 1] != '\n')
      plain += '\n';
  }
  return plain;
}

std::size_t blanks_before(std::string_view line) {
  return static_cast<std::size_t>(std::find_if_not(line.begin(), line.end(), is_blank) - line.begin());
}

// The columns of a letter that begins at this column.
std::size_t columns_at(std::size_t column, char32_t letter) {
  return letter == U'\t' ? tab_width - column % tab_width : columns_of_letter(letter);
}

// The columns of the beginning of a line.
std::size_t width_of(std::string_view text) {
  std::size_t column = 0;
  while (!text.empty()) column += columns_at(column, take_letter(text));
  return column;
}

std::optional<char> partner_of(char bracket) {
  constexpr std::string_view open = "([{", close = ")]}";
  if (const std::size_t at = open.find(bracket); at != std::string_view::npos) return close[at];
  if (const std::size_t at = close.find(bracket); at != std::string_view::npos) return open[at];
  return std::nullopt;
}

// The line without its comment and the spaces around its code.
std::string_view code_of(std::string_view line) {
  line = line.substr(0, line.find("//"));
  line.remove_prefix(blanks_before(line));
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return line;
}

bool begins_with_word(std::string_view code, std::string_view word) {
  return code.starts_with(word) && (code.size() == word.size() || !is_of_word(code[word.size()]));
}

// Whether one statement without a brace has to follow, as after "if (x)", "for (...)" or "else".
bool takes_one_statement(std::string_view line) {
  std::string_view code = code_of(line);
  if (!code.empty() && code.front() == '}') code = code_of(code.substr(1));
  if (code == "else" || code == "do") return true;
  if (begins_with_word(code, "else")) code = code_of(code.substr(4));
  const bool is_head = begins_with_word(code, "if") || begins_with_word(code, "for") || begins_with_word(code, "while");
  return is_head && code.back() == ')' &&
         std::count(code.begin(), code.end(), '(') == std::count(code.begin(), code.end(), ')');
}

}  // namespace

Document::Document(std::string_view text)
    : text_(without_returns(text)), version_(new_version()), has_returns_(text.find("\r\n") != std::string_view::npos) {
  find_lines(0);
}

std::string Document::text_to_save() const {
  if (!has_returns_) return text_;
  std::string all;
  for (const char letter : text_) {
    if (letter == '\n') all += '\r';
    all += letter;
  }
  return all;
}

Span Document::selection() const { return {std::min(caret_, anchor_), std::max(caret_, anchor_)}; }

std::string_view Document::line(std::size_t number) const {
  const std::size_t begin = starts_[number];
  const std::size_t end = number + 1 < starts_.size() ? starts_[number + 1] - 1 : text_.size();
  return in({begin, end});
}

std::size_t Document::line_at(std::size_t at) const {
  return static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), at) - starts_.begin()) - 1;
}

TextPosition Document::place_of(std::size_t at) const {
  const std::size_t line = line_at(at);
  return {line, width_of(in({starts_[line], at}))};
}

std::size_t Document::at(TextPosition place) const {
  const std::size_t number = std::min(place.line, starts_.size() - 1);
  const std::string_view letters = line(number);
  std::string_view rest = letters;
  for (std::size_t column = 0; !rest.empty();) {
    std::string_view behind = rest;
    const std::size_t wide = columns_at(column, take_letter(behind));
    if (column + (wide + 1) / 2 > place.column) break;
    column += wide;
    rest = behind;
  }
  return starts_[number] + letters.size() - rest.size();
}

std::size_t Document::before(std::size_t at) const {
  if (at == 0) return 0;
  do --at;
  while (at > 0 && continues(text_[at]));
  return at;
}

std::size_t Document::after(std::size_t at) const {
  if (at >= text_.size()) return text_.size();
  do ++at;
  while (at < text_.size() && continues(text_[at]));
  return at;
}

std::size_t Document::target(Move where, std::size_t from) const {
  const std::size_t number = line_at(from);
  switch (where) {
    case Move::left: return before(from);
    case Move::right: return after(from);
    case Move::word_left:
      if (from > 0 && from == starts_[number]) return from - 1;
      while (from > starts_[number] && !is_of_word(text_[before(from)])) from = before(from);
      while (from > starts_[number] && is_of_word(text_[before(from)])) from = before(from);
      return from;
    case Move::word_right:
      if (from < text_.size() && text_[from] == '\n') return from + 1;
      while (from < text_.size() && is_of_word(text_[from])) from = after(from);
      while (from < text_.size() && !is_of_word(text_[from]) && text_[from] != '\n') from = after(from);
      return from;
    case Move::line_begin: {
      const std::size_t first = starts_[number] + blanks_before(line(number));
      return from == first ? starts_[number] : first;
    }
    case Move::line_end: return starts_[number] + line(number).size();
    case Move::text_begin: return 0;
    case Move::text_end: return text_.size();
    default: return from;
  }
}

void Document::move(Move where, bool selects, std::size_t times) {
  const Span chosen = selection();
  if (where == Move::up || where == Move::down) {
    const TextPosition now = place_of(caret_);
    const std::size_t column = wished_column_.value_or(now.column);
    const bool is_edge = where == Move::up ? now.line == 0 : now.line + 1 == starts_.size();
    const std::size_t line =
        where == Move::up ? now.line - std::min(now.line, times) : std::min(now.line + times, starts_.size() - 1);
    place_caret(is_edge ? (where == Move::up ? 0 : text_.size()) : at({line, column}), selects);
    wished_column_ = column;
    return;
  }
  // A move to the left or right ends a selection at that end.
  if (!selects && !chosen.is_empty() && (where == Move::left || where == Move::right))
    return place_caret(where == Move::left ? chosen.begin : chosen.end, false);
  std::size_t to = caret_;
  for (std::size_t n = 0; n < times; ++n) to = target(where, to);
  place_caret(to, selects);
}

void Document::place_caret(std::size_t at, bool selects) {
  caret_ = std::min(at, text_.size());
  while (caret_ > 0 && caret_ < text_.size() && continues(text_[caret_])) --caret_;
  if (!selects) anchor_ = caret_;
  wished_column_.reset();
}

void Document::select(Span span) {
  place_caret(span.begin, false);
  place_caret(span.end, true);
}

void Document::select_word() {
  std::size_t begin = caret_, end = caret_;
  while (begin > 0 && is_of_word(text_[begin - 1])) --begin;
  while (end < text_.size() && is_of_word(text_[end])) ++end;
  if (begin == end && end < text_.size() && text_[end] != '\n') end = after(end);
  select({begin, end});
}

void Document::select_line() {
  const std::size_t number = line_at(caret_);
  select({starts_[number], number + 1 < starts_.size() ? starts_[number + 1] : text_.size()});
}

void Document::put(std::size_t at, std::size_t removed, std::string_view inserted) {
  const std::size_t first = line_at(at);
  text_.replace(at, removed, inserted);
  find_lines(first);
  version_ = new_version();
}

void Document::find_lines(std::size_t from_line) {
  starts_.resize(from_line + 1);
  for (std::size_t at = text_.find('\n', starts_[from_line]); at != std::string::npos; at = text_.find('\n', at + 1))
    starts_.push_back(at + 1);
}

void Document::edit(Span span, std::string_view with, bool is_typed) {
  if (span.is_empty() && with.empty()) return;
  edits_.resize(done_);
  edits_.push_back(
      {span.begin, std::string(in(span)), std::string(with), caret_, anchor_, span.begin + with.size(), is_typed});
  ++done_;
  put(span.begin, span.size(), with);
  place_caret(span.begin + with.size(), false);
}

// Whether letters extend the last edit: letters of the same word, or spaces after it.
bool Document::joins(const Edit& last, std::string_view letters) const {
  if (!last.is_typed || last.caret_after != caret_ || caret_ != anchor_ || last.inserted.empty()) return false;
  const bool begins_word = is_of_word(letters.front()) && !is_of_word(last.inserted.back());
  return letters.front() != '\n' && last.inserted.back() != '\n' && !begins_word;
}

void Document::type(std::string_view letters) {
  if (letters.empty()) return;
  const bool closes = letters == "}" && selection().is_empty();
  const std::size_t number = line_at(caret_), begin = starts_[number];
  const std::string_view so_far = in({begin, caret_});
  const bool is_first = !so_far.empty() && blanks_before(so_far) == so_far.size();
  // A brace instead of the single statement goes below the head of the statement.
  if (letters == "{" && selection().is_empty() && is_first && number > 0 && takes_one_statement(line(number - 1)) &&
      indent_of(number - 1).size() < so_far.size())
    return edit({begin + indent_of(number - 1).size(), caret_}, letters, true);
  if (closes && is_first) {  // indented like the statement that it ends
    const std::size_t step = so_far.back() == '\t' ? 1 : std::min(so_far.size(), one_step().size());
    return edit({caret_ - step, caret_}, letters, true);
  }
  if (done_ > 0 && done_ == edits_.size() && joins(edits_.back(), letters)) {
    Edit& last = edits_.back();
    last.inserted += letters;
    const std::size_t at = caret_;
    put(at, 0, letters);
    place_caret(at + letters.size(), false);
    last.caret_after = caret_;
    return;
  }
  edit(selection(), letters, true);
}

void Document::paste(std::string_view text) { edit(selection(), without_returns(text)); }

std::string Document::indent_of(std::size_t number) const {
  const std::string_view letters = line(number);
  return std::string(letters.substr(0, blanks_before(letters)));
}

// The first step of indentation in the text.
std::string Document::one_step() const {
  for (std::size_t n = 1; n < std::min<std::size_t>(starts_.size(), 400); ++n) {
    const std::string one = indent_of(n - 1), next = indent_of(n);
    if (next.size() <= one.size() || line(n).size() == next.size() || line(n - 1).empty()) continue;
    if (next.find('\t') != std::string::npos) return "\t";
    if (one.empty() || line(n - 1).back() == '{')
      return std::string(std::clamp<std::size_t>(next.size() - one.size(), 1, 8), ' ');
  }
  return "  ";
}

// After a single statement, the indentation of the outermost head above it; otherwise that of the line.
std::string Document::indent_behind(std::size_t number, std::string_view so_far) const {
  std::string indent = indent_of(number);
  const std::string_view code = code_of(so_far);
  if (code.empty() || code.back() != ';') return indent;
  for (std::size_t n = number; n-- > 0;) {
    if (code_of(line(n)).empty()) continue;
    if (!takes_one_statement(line(n)) || indent_of(n).size() >= indent.size()) break;
    indent = indent_of(n);
  }
  return indent;
}

void Document::new_line() {
  const std::size_t number = line_at(selection().begin), begin = starts_[number];
  const std::size_t at = selection().begin;
  const std::string_view so_far = in({begin, at});
  std::string indent = indent_behind(number, so_far);
  indent.resize(std::min(indent.size(), at - begin));
  std::size_t last = at;
  while (last > begin && is_blank(text_[last - 1])) --last;
  const bool opens = last > begin && (text_[last - 1] == '{' || text_[last - 1] == '(');
  std::size_t next = selection().end;
  while (next < text_.size() && is_blank(text_[next])) ++next;
  const bool closes = opens && next < text_.size() && text_[next] == (text_[last - 1] == '{' ? '}' : ')');
  const std::string inner = opens || takes_one_statement(so_far) ? indent + one_step() : indent;
  if (!closes) return edit({at, selection().end}, "\n" + inner);
  edit({at, next}, "\n" + inner + "\n" + indent);
  place_caret(at + 1 + inner.size(), false);
  edits_.back().caret_after = caret_;
}

void Document::erase(Move to) {
  if (!selection().is_empty()) return edit(selection(), "");
  std::size_t other = target(to, caret_);
  const std::size_t begin = starts_[line_at(caret_)];
  const std::string_view so_far = in({begin, caret_});
  // Within the indentation, one level is removed.
  if (to == Move::left && so_far.size() > 1 && so_far.find_first_not_of(' ') == std::string_view::npos) {
    const std::size_t step = one_step() == "\t" ? 1 : one_step().size();
    other = begin + (so_far.size() - 1) / step * step;
  }
  if (to == Move::line_end && other == caret_) other = after(caret_);
  edit({std::min(other, caret_), std::max(other, caret_)}, "");
}

Span Document::lines_selected() const {
  const Span chosen = selection();
  const std::size_t first = line_at(chosen.begin);
  std::size_t last = line_at(chosen.end);
  if (last > first && chosen.end == starts_[last]) --last;  // nothing on that line is selected
  return {first, last};
}

// Changes all selected lines in one edit and keeps the selection.
template <class Change>
void Document::change_lines(const Change& change) {
  const Span numbers = lines_selected();
  const Span whole{starts_[numbers.begin], starts_[numbers.end] + line(numbers.end).size()};
  const bool had_selection = !selection().is_empty();
  const bool is_backward = caret_ < anchor_;
  const std::size_t from_end = text_.size() - caret_;
  const bool was_in_blanks = caret_ <= whole.begin + blanks_before(in(whole));
  std::string all;
  for (std::size_t n = numbers.begin; n <= numbers.end; ++n)
    all += (n > numbers.begin ? "\n" : "") + change(std::string(line(n)));
  if (all == in(whole)) return;
  edit(whole, all);
  if (!had_selection) {
    const std::size_t first = whole.begin + blanks_before(all);
    place_caret(was_in_blanks ? first : std::max(text_.size() - std::min(from_end, text_.size()), whole.begin), false);
  } else {
    place_caret(is_backward ? whole.begin + all.size() : whole.begin, false);
    place_caret(is_backward ? whole.begin : whole.begin + all.size(), true);
  }
  edits_.back().caret_after = caret_;
}

void Document::indent() {
  const Span numbers = lines_selected();
  const std::string step = one_step();
  if (numbers.begin == numbers.end && selected().find('\n') == std::string_view::npos) {
    if (step == "\t") return type(step);
    const std::size_t column = place_of(selection().begin).column;
    return edit(selection(), std::string(step.size() - column % step.size(), ' '));
  }
  change_lines([&](const std::string& line) { return line.empty() ? line : step + line; });
}

void Document::outdent() {
  const std::size_t step = one_step() == "\t" ? tab_width : one_step().size();
  change_lines([&](const std::string& line) {
    if (line.starts_with('\t')) return line.substr(1);
    return line.substr(std::min({line.find_first_not_of(' '), line.size(), step}));
  });
}

void Document::switch_comment() {
  const Span numbers = lines_selected();
  std::size_t column = std::string::npos;
  bool all_are = true, any = false;
  for (std::size_t n = numbers.begin; n <= numbers.end; ++n) {
    const std::string_view letters = line(n);
    const std::size_t blanks = blanks_before(letters);
    if (blanks == letters.size()) continue;
    any = true;
    column = std::min(column, blanks);
    all_are = all_are && letters.substr(blanks).starts_with("//");
  }
  if (!any) return;
  change_lines([&](const std::string& line) {
    const std::size_t blanks = blanks_before(line);
    if (blanks == line.size()) return line;
    if (!all_are) return line.substr(0, column) + "// " + line.substr(column);
    const std::size_t mark = line.compare(blanks, 3, "// ") == 0 ? 3 : 2;
    return line.substr(0, blanks) + line.substr(blanks + mark);
  });
}

void Document::move_lines(bool down) {
  const Span numbers = lines_selected();
  if (down ? numbers.end + 1 >= starts_.size() : numbers.begin == 0) return;
  const std::size_t caret = caret_, anchor = anchor_;
  const std::size_t first = down ? numbers.begin : numbers.begin - 1, last = down ? numbers.end + 1 : numbers.end;
  const Span whole{starts_[first], starts_[last] + line(last).size()};
  const std::string moved(in({starts_[numbers.begin], starts_[numbers.end] + line(numbers.end).size()}));
  const std::string passed(line(down ? last : first));
  edit(whole, down ? passed + "\n" + moved : moved + "\n" + passed);
  const auto shifted = [&](std::size_t place) { return down ? place + passed.size() + 1 : place - passed.size() - 1; };
  place_caret(shifted(anchor), false);
  place_caret(shifted(caret), true);
  edits_.back().caret_after = caret_;
}

void Document::copy_lines() {
  const Span numbers = lines_selected();
  const std::size_t caret = caret_, anchor = anchor_;
  const std::size_t end = starts_[numbers.end] + line(numbers.end).size();
  const std::string copied = "\n" + std::string(in({starts_[numbers.begin], end}));
  edit({end, end}, copied);
  place_caret(anchor + copied.size(), false);
  place_caret(caret + copied.size(), true);
  edits_.back().caret_after = caret_;
}

void Document::replace(Span span, std::string_view with) { edit(span, with); }

std::size_t Document::replace_all(std::string_view what, std::string_view with, bool minds_case) {
  const std::vector<Span> all = find_all(what, minds_case);
  if (all.empty()) return 0;
  std::string changed;
  std::size_t at = 0, caret = caret_;
  for (const Span& span : all) {
    changed += in({at, span.begin});
    changed += with;
    at = span.end;
    if (span.end <= caret_) caret = caret - what.size() + with.size();
  }
  changed += in({at, text_.size()});
  edit({0, text_.size()}, changed);
  place_caret(caret, false);
  edits_.back().caret_after = caret_;
  return all.size();
}

bool Document::undo() {
  if (done_ == 0) return false;
  const Edit& edit = edits_[--done_];
  put(edit.at, edit.inserted.size(), edit.removed);
  place_caret(edit.anchor, false);
  place_caret(edit.caret, true);
  return true;
}

bool Document::redo() {
  if (done_ == edits_.size()) return false;
  const Edit& edit = edits_[done_++];
  put(edit.at, edit.removed.size(), edit.inserted);
  place_caret(edit.caret_after, false);
  return true;
}

std::optional<Document::Brackets> Document::brackets() const {
  const auto is_bracket = [&](std::size_t at) { return at < text_.size() && partner_of(text_[at]).has_value(); };
  const bool is_before = caret_ > 0 && is_bracket(caret_ - 1);
  if (!is_before && !is_bracket(caret_)) return std::nullopt;
  const std::size_t first = is_before ? caret_ - 1 : caret_;
  const char one = text_[first], other = *partner_of(one);
  const bool forward = std::string_view("([{").find(one) != std::string_view::npos;
  std::size_t depth = 0;
  for (std::size_t at = first; at < text_.size(); forward ? ++at : --at) {
    if (text_[at] == one) ++depth;
    if (text_[at] == other && --depth == 0) return Brackets{first, at};
    if (!forward && at == 0) break;
  }
  return Brackets{first, std::nullopt};
}

std::vector<Span> Document::find_all(std::string_view what, bool minds_case) const {
  std::vector<Span> all;
  if (what.empty()) return all;
  const auto same = [&](char a, char b) { return minds_case ? a == b : lower(a) == lower(b); };
  for (auto at = text_.begin(); (at = std::search(at, text_.end(), what.begin(), what.end(), same)) != text_.end();
       at += static_cast<std::ptrdiff_t>(what.size())) {
    const auto begin = static_cast<std::size_t>(at - text_.begin());
    all.push_back({begin, begin + what.size()});
  }
  return all;
}

std::optional<Span> Document::find(std::string_view what, bool forward, bool minds_case) const {
  const std::vector<Span> all = find_all(what, minds_case);
  if (all.empty()) return std::nullopt;
  if (forward) {
    const auto next = std::find_if(all.begin(), all.end(), [&](const Span& span) {
      return span.begin >= selection().begin && span != selection();
    });
    return next == all.end() ? all.front() : *next;
  }
  const auto last =
      std::find_if(all.rbegin(), all.rend(), [&](const Span& span) { return span.end <= selection().begin; });
  return last == all.rend() ? all.back() : *last;
}

}  // namespace tilescope::editor
