#include "app/editor/editor_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>

#include "app/stage/letters.h"
#include "app/stage/parts.h"
#include "app/stage/source.h"
#include "app/stage/text.h"

namespace tilescope::editor {

namespace {

constexpr float search_row = 2.2F;  // the height of a row of the search's controls, in text sizes

// The column of each byte of a line, and of the line's end.
class Columns {
 public:
  explicit Columns(std::string_view line) : size_(line.size()) {
    if (std::all_of(line.begin(), line.end(), [](char byte) { return byte >= ' ' && byte <= '~'; })) return;
    of_bytes_.resize(line.size() + 1);
    std::size_t column = 0, last = 0;
    for (std::size_t n = 0; n < line.size(); ++n) {
      of_bytes_[n] = continues(line[n]) ? last : column;
      if (continues(line[n])) continue;
      last = column;
      std::string_view rest = line.substr(n);
      column += line[n] == '\t' ? tab_width - column % tab_width : columns_of_letter(take_letter(rest));
    }
    of_bytes_[line.size()] = column;
  }

  std::size_t operator[](std::size_t byte) const { return of_bytes_.empty() ? byte : of_bytes_[byte]; }
  [[nodiscard]] std::size_t end() const { return (*this)[size_]; }
  // The first byte there or behind it, or the line's end.
  [[nodiscard]] std::size_t byte_at(std::size_t column) const {
    if (of_bytes_.empty()) return std::min(column, size_);
    const auto end_of_letters = of_bytes_.end() - 1;
    return static_cast<std::size_t>(std::lower_bound(of_bytes_.begin(), end_of_letters, column) - of_bytes_.begin());
  }

 private:
  std::size_t size_;
  std::vector<std::size_t> of_bytes_;  // empty: each byte is a letter of one column
};

// The same of a line of the document. Those of a long line are kept from frame to frame.
std::shared_ptr<const Columns> columns_of(const Document& document, std::size_t line) {
  constexpr std::size_t long_line = 400, most_kept = 16;
  struct Kept {
    std::uint64_t version = 0;
    std::size_t line = 0;
    std::shared_ptr<const Columns> columns;
  };
  thread_local std::deque<Kept> all;
  for (const Kept& kept : all)
    if (kept.version == document.version() && kept.line == line) return kept.columns;
  const std::string_view letters = document.line(line);
  auto columns = std::make_shared<const Columns>(letters);
  if (letters.size() < long_line) return columns;
  all.push_front({document.version(), line, columns});
  if (all.size() > most_kept) all.pop_back();
  return columns;
}

// These lines of the document, cut into pieces. The last ones are kept from frame to frame.
std::shared_ptr<const std::vector<SourceLine>> lines_of(const Document& document, std::size_t first, std::size_t last) {
  struct Kept {
    std::uint64_t version = 0;
    const char* text = nullptr;  // which the pieces refer to
    std::size_t first = 0, last = 0;
    std::shared_ptr<const std::vector<SourceLine>> lines;
  };
  thread_local Kept kept;
  const std::string_view text = document.text();
  if (kept.version == document.version() && kept.text == text.data() && kept.first == first && kept.last == last)
    return kept.lines;
  const std::size_t begin = document.start_of(first);
  const std::size_t behind = last + 1 < document.lines() ? document.start_of(last + 1) : text.size();
  kept = {document.version(), text.data(), first, last,
          std::make_shared<const std::vector<SourceLine>>(
              source_lines(text.substr(begin, behind - begin), ends_in_comment(text.substr(0, begin))))};
  return kept.lines;
}

// Where the rows of a line begin: after a space in the second half of the previous row, otherwise where the room ends.
std::vector<std::size_t> breaks_of(std::string_view line, const Columns& columns, std::size_t first_room,
                                   std::size_t room) {
  std::vector<std::size_t> starts{0};
  for (std::size_t left = first_room;; left = room) {
    const std::size_t end = columns.byte_at(starts.back() + left);
    if (end >= line.size()) return starts;
    std::size_t behind = end;
    const auto is_late = [&] { return columns[behind] > starts.back() + left / 2; };
    while (is_late() && line[behind - 1] != ' ' && line[behind - 1] != '\t') --behind;
    starts.push_back(columns[is_late() ? behind : end]);
  }
}

// The same of a line of the document. Those of long lines are kept from frame to frame, too.
std::vector<std::size_t> breaks_of(const Document& document, std::size_t line, std::size_t first_room,
                                   std::size_t room) {
  constexpr std::size_t long_line = 4000, most_kept = 4;
  struct Kept {
    std::uint64_t version = 0;
    std::size_t line = 0, first_room = 0, room = 0;
    std::vector<std::size_t> breaks;
  };
  thread_local std::deque<Kept> all;
  for (const Kept& kept : all)
    if (kept.version == document.version() && kept.line == line && kept.first_room == first_room && kept.room == room)
      return kept.breaks;
  const std::string_view letters = document.line(line);
  std::vector<std::size_t> breaks = breaks_of(letters, *columns_of(document, line), first_room, room);
  if (letters.size() < long_line) return breaks;
  all.push_front({document.version(), line, first_room, room, breaks});
  if (all.size() > most_kept) all.pop_back();
  return breaks;
}

std::size_t indent_of(std::string_view line) {
  const std::size_t letters = std::min(line.find_first_not_of(" \t"), line.size());
  return Columns(line.substr(0, letters)).end();
}

Ink ink_of(language::Severity severity) {
  return severity == language::Severity::error ? Ink::bad : severity == language::Severity::warning ? Ink::a : Ink::b;
}

class Drawer {
 public:
  Drawer(const Document& document, const Show& show, const Frame* frame, const View& view)
      : document_(document), show_(show), frame_(frame), view_(view) {
    if (frame_ != nullptr) runs_.emplace(*frame_);
    size_ = code_size(view.text, view.width);
    Layout& layout = drawn_.layout;
    layout.letter = letter_ = letter_per_em * size_;
    layout.height = row_ = std::round(1.5F * size_);
    header_ = std::max(std::round(1.9F * std::min(view.text, 1.2F * size_)), view.target);
    left_ = letter_ * (static_cast<float>(std::to_string(document.lines()).size()) + 2.2F);
    const float counts = runs_ ? letter_ * (runs_->letters() + 0.3F) : 0;
    layout.search = {0, header_, view.width, search_row * view.text * static_cast<float>(show.search_rows)};
    problem_ = wrapped(show.problem, view.width - 2 * letter_, note_size(), Face::sans);
    if (show.problem.empty()) problem_.clear();
    top_ = layout.search.bottom() + row_ * static_cast<float>(problem_.size());
    layout.text = {left_, top_, view.width - left_ - counts - 0.3F * letter_, view.height - top_};
    // While typing, a click anywhere in a line places the caret; otherwise numbers and counts select the line.
    const float before = show.has_keys ? left_ : 0.8F * letter_;
    layout.room = {left_ - before, top_, show.has_keys ? view.width : layout.text.w + before, layout.text.h};
    layout.gutter = left_;
    layout.in_sight = std::max<std::size_t>(1, static_cast<std::size_t>(layout.text.h / row_));
    columns_ = std::max<std::size_t>(8, static_cast<std::size_t>(layout.text.w / letter_));
    drawn_.picture.width = view.width;
    drawn_.picture.height = view.height;
    drawn_.picture.ground = Ink::panel;
    find_rows();
  }

  Drawn draw(float scroll, bool follows_caret) {
    Layout& layout = drawn_.layout;
    const std::size_t most = layout.rows.size() - std::min(layout.rows.size(), layout.in_sight / 2);
    layout.first = std::min(static_cast<std::size_t>(std::max(scroll, 0.0F)), most);
    // While typing, the caret is kept in view; during playback, the current line.
    const std::optional<std::size_t> now = show_.has_keys ? std::nullopt : line_now();
    const std::size_t caret = layout.row_of(now ? TextPosition{*now, 0} : place_of(document_.caret()));
    const bool has_caret = show_.has_keys && caret >= layout.first && caret < layout.first + layout.in_sight;
    if (follows_caret && is_far(caret)) layout.first = caret - std::min(caret, layout.in_sight / 3);
    if (follows_caret && caret < layout.first) layout.first = caret;
    if (follows_caret || has_caret) {  // including the notes below the line
      const std::size_t end = std::min(end_of_line(caret), caret + layout.in_sight);
      if (end > layout.first + layout.in_sight) layout.first = end - layout.in_sight;
    }
    draw_header();
    draw_problem();
    draw_rows();
    if (!document_.selection().is_empty()) mark_span(document_.selection(), Ink::c, 0.3F);
    for (const Span& span : show_.found) mark_span(span, Ink::now, 0.25F);
    if (show_.has_keys) mark_brackets();
    for (const Note& note : show_.notes)
      if (note.severity != language::Severity::note) underline(note);
    if (show_.has_keys) draw_caret();
    return std::move(drawn_);
  }

 private:
  void find_rows() {
    std::vector<Layout::Row>& rows = drawn_.layout.rows;
    std::size_t note = 0;
    for (std::size_t line = 0; line < document_.lines(); ++line) {
      const std::string_view letters = document_.line(line);
      if (letters.size() <= columns_ && letters.find('\t') == std::string_view::npos) {
        rows.push_back({line, 0, std::string::npos, 0, true, 0, {}});
      } else {
        const std::size_t hang = std::min(indent_of(letters) + 2, columns_ / 2);
        const std::vector<std::size_t> starts = breaks_of(document_, line, columns_, columns_ - hang);
        for (std::size_t n = 0; n < starts.size(); ++n) {
          const bool is_last = n + 1 == starts.size();
          rows.push_back(
              {line, starts[n], is_last ? std::string::npos : starts[n + 1], n == 0 ? 0 : hang, true, 0, {}});
        }
      }
      for (; note < show_.notes.size() && document_.line_at(show_.notes[note].span.begin) == line; ++note)
        if (is_told(show_.notes[note], line)) tell(line, note, indent_of(letters));
    }
  }

  // The current line, if the text still has it as recorded.
  [[nodiscard]] std::optional<std::size_t> line_now() const {
    if (frame_ == nullptr || frame_->line == 0) return std::nullopt;
    for (std::size_t line = 0; line < document_.lines(); ++line)
      if (recorded(line) == frame_->line) return line;
    return std::nullopt;
  }

  // Whether a row is more than a page out of sight.
  [[nodiscard]] bool is_far(std::size_t row) const {
    const Layout& layout = drawn_.layout;
    return row + layout.in_sight < layout.first || row > layout.first + 2 * layout.in_sight;
  }

  // The row after the last row of the same line.
  [[nodiscard]] std::size_t end_of_line(std::size_t row) const {
    const std::vector<Layout::Row>& rows = drawn_.layout.rows;
    std::size_t end = row + 1;
    while (end < rows.size() && rows[end].line == rows[row].line) ++end;
    return end;
  }

  // Mistakes are shown except on the line being typed; warnings only on the caret's line.
  [[nodiscard]] bool is_told(const Note& note, std::size_t line) const {
    if (show_.quiet == line) return false;
    if (note.severity == language::Severity::error) return true;
    return note.severity == language::Severity::warning && show_.has_keys &&
           document_.line_at(document_.caret()) == line;
  }

  // A note in rows below its line.
  void tell(std::size_t line, std::size_t number, std::size_t indent) {
    const Note& note = show_.notes[number];
    std::string words = note.words;
    if (!note.mend.empty()) words += "; " + note.mend;
    if (note.change) words += "  (Ctrl + .)";
    indent = std::min(indent, columns_ / 3);
    const float wide = static_cast<float>(columns_ - indent) * letter_ - size_;
    for (std::string& row : wrapped(words, wide, note_size(), Face::sans))
      drawn_.layout.rows.push_back({line, 0, 0, indent, false, number, std::move(row)});
  }
  [[nodiscard]] float note_size() const { return std::max(10.0F, 0.95F * size_); }

  [[nodiscard]] float top_of(std::size_t row) const {
    return top_ + row_ * (static_cast<float>(row) - static_cast<float>(drawn_.layout.first));
  }
  [[nodiscard]] bool is_in_sight(std::size_t row) const {
    return row >= drawn_.layout.first && row < drawn_.layout.first + drawn_.layout.in_sight;
  }
  [[nodiscard]] float x_of(const Layout::Row& row, std::size_t column) const {
    return left_ + letter_ * (static_cast<float>(row.hang) + static_cast<float>(column) - static_cast<float>(row.from));
  }
  [[nodiscard]] std::uint32_t recorded(std::size_t line) const {
    return line < show_.recorded.size() ? show_.recorded[line] : 0;
  }

  void draw_header() {
    Picture& picture = drawn_.picture;
    const float size = std::min(view_.text, 1.2F * size_), small = std::max(10.0F, 0.8F * size);
    float room = draw_text_buttons(picture, header_, size, show_.has_keys, view_, 8 * size) - 0.7F * letter_;
    const float state = text_width(show_.state, small, Face::sans) + 0.5F * letter_;
    const float top = 0.12F * header_, high = 0.76F * header_;
    if (!show_.state.empty() && state < 0.6F * room) {
      const Box box{room - state, top, state, high};
      put(picture, box, show_.state, small, show_.is_bad ? Ink::bad : Ink::dim, Face::sans, Align::right);
      if (show_.is_bad) picture.hits.push_back({box, button(Act::next_mistake)});
      room -= state + letter_;
    }
    put(picture, {0.6F * letter_, top, room, high}, elided(show_.title, room, size, Face::bold), size, Ink::text,
        Face::bold);
    if (show_.has_keys)  // shows that the keys go to the text
      picture.frames.push_back({Box{0, 0, view_.width, view_.height}.inset(-0.4F * letter_), Ink::none, Ink::now,
                                std::max(2.0F, 0.22F * letter_)});
  }

  void draw_problem() {
    const float begin = drawn_.layout.search.bottom();
    put_note({0, begin, view_.width, top_ - begin}, Ink::bad);
    for (std::size_t n = 0; n < problem_.size(); ++n)
      put(drawn_.picture, {0.7F * letter_, begin + row_ * static_cast<float>(n), view_.width - letter_, row_},
          problem_[n], note_size(), Ink::text);
  }

  // The ground of a note.
  void put_note(const Box& box, Ink ink) {
    if (box.h <= 0) return;
    drawn_.picture.shapes.push_back({box, ink, Ink::none, 1, 0, 0.14F});
    drawn_.picture.shapes.push_back({{box.x, box.y, std::max(2.0F, 0.2F * letter_), box.h}, ink});
  }

  void draw_rows() {
    Layout& layout = drawn_.layout;
    const std::size_t end = std::min(layout.rows.size(), layout.first + layout.in_sight);
    if (layout.first >= end) return;
    const std::size_t first_line = layout.rows[layout.first].line, last_line = layout.rows[end - 1].line;
    const auto lines = lines_of(document_, first_line, last_line);
    for (std::size_t line = first_line; line <= last_line; ++line) {
      draw_line(line);
      if (line - first_line < lines->size()) draw_letters(line, (*lines)[line - first_line]);
    }
    for (std::size_t row = layout.first; row < end; ++row)
      if (!layout.rows[row].is_text) draw_note(row);
  }

  // Everything before and after a line.
  void draw_line(std::size_t line) {
    Picture& picture = drawn_.picture;
    const std::size_t first = drawn_.layout.row_of({line, 0});
    std::size_t last = first;
    while (last + 1 < drawn_.layout.rows.size() && drawn_.layout.rows[last + 1].line == line &&
           drawn_.layout.rows[last + 1].is_text)
      ++last;
    const std::size_t from = std::max(first, drawn_.layout.first),
                      to = std::min(last + 1, drawn_.layout.first + drawn_.layout.in_sight);
    if (from >= to) return;
    const Box box{0, top_of(from), view_.width, row_ * static_cast<float>(to - from)};
    const std::uint32_t known = recorded(line);
    const Target target{.kind = Target::Kind::line, .number = known};
    const auto back = [&](Ink ink, float opacity) { picture.shapes.push_back({box, ink, Ink::none, 1, 0, opacity}); };
    const auto& linked = view_.linked_lines;
    const bool is_now = known != 0 && frame_ != nullptr && frame_->line == known;
    const bool has_caret = show_.has_keys && document_.line_at(document_.caret()) == line;
    if (known != 0 && (view_.hovered == target || std::find(linked.begin(), linked.end(), known) != linked.end()))
      back(Ink::text, 0.1F);
    else if (has_caret)
      back(Ink::text, 0.06F);
    if (known != 0 && view_.selected == target) back(Ink::c, 0.14F);
    if (is_now) {
      back(Ink::now, 0.2F);
      picture.shapes.push_back({{0, box.y, std::max(3.0F, 0.3F * letter_), box.h}, Ink::now});
    }
    const bool is_changed = line < show_.original.size() && show_.original[line] == 0;
    if (is_changed)
      picture.shapes.push_back({{left_ - 0.75F * letter_, box.y, std::max(3.0F, 0.28F * letter_), box.h}, Ink::other});
    if (known != 0) picture.hits.push_back({box, target});
    if (!is_in_sight(first)) return;
    const bool is_wrong = std::any_of(show_.notes.begin(), show_.notes.end(), [&](const Note& note) {
      return note.severity == language::Severity::error && document_.line_at(note.span.begin) == line;
    });
    put(picture, {0.6F * letter_, top_of(first), left_ - 1.6F * letter_, row_}, std::to_string(line + 1), size_,
        is_wrong              ? Ink::bad
        : is_now || has_caret ? Ink::text
                              : Ink::faint,
        Face::mono, Align::right);
    draw_count(known, is_now, top_of(first));
  }

  void draw_count(std::uint32_t line, bool is_now, float top) {
    const auto runs = line == 0 || !runs_ ? std::nullopt : runs_->of(line);
    if (!runs) return;
    const float wide = letter_ * (runs_->letters() + 0.3F);
    put(drawn_.picture, {view_.width - wide, top, wide - 0.3F * letter_, row_}, runs_->words(*runs), size_,
        is_now      ? Ink::text
        : *runs > 0 ? Ink::dim
                    : Ink::faint,
        Face::mono, Align::right);
  }

  void draw_letters(std::size_t line, const SourceLine& source) {
    const std::string_view letters = document_.line(line);
    const auto kept = columns_of(document_, line);
    const Columns& columns = *kept;
    const Span seen = bytes_in_sight(line, columns);
    const auto offset = [&](std::string_view part) { return static_cast<std::size_t>(part.data() - letters.data()); };
    const auto put_seen = [&](Span span, Ink ink, std::optional<Ink> chip) {
      span = {std::max(span.begin, seen.begin), std::min(span.end, seen.end)};
      if (span.begin < span.end) put_letters(line, letters, columns, span, ink, chip);
    };
    const auto first = std::partition_point(source.pieces.begin(), source.pieces.end(), [&](const SourcePiece& piece) {
      return offset(piece.text) + piece.text.size() <= seen.begin;
    });
    // Adjacent pieces of one colour are one label.
    for (auto n = static_cast<std::size_t>(first - source.pieces.begin());
         n < source.pieces.size() && offset(source.pieces[n].text) < seen.end;) {
      const SourcePiece& piece = source.pieces[n];
      const std::size_t begin = offset(piece.text);
      std::size_t end = begin + piece.text.size();
      const std::optional<Ink> chip =
          piece.sort == SourcePiece::Sort::name && show_.chip ? show_.chip(piece.text) : std::nullopt;
      const Ink ink = tilescope::ink_of(piece.sort);
      for (++n; !chip && n < source.pieces.size() && end < seen.end; ++n) {
        const SourcePiece& next = source.pieces[n];
        const bool is_chip = next.sort == SourcePiece::Sort::name && show_.chip && show_.chip(next.text);
        if (is_chip || tilescope::ink_of(next.sort) != ink ||
            letters.substr(end, offset(next.text) - end).find('\t') != std::string_view::npos)
          break;
        end = offset(next.text) + next.text.size();
      }
      put_seen({begin, end}, ink, chip);
    }
    if (!source.comment.empty())
      put_seen({offset(source.comment), offset(source.comment) + source.comment.size()}, Ink::dim, std::nullopt);
  }

  // The bytes of a line in the rows in sight.
  [[nodiscard]] Span bytes_in_sight(std::size_t line, const Columns& columns) const {
    const Layout& layout = drawn_.layout;
    Span seen{document_.line(line).size(), 0};
    for (std::size_t number = layout.first; number < std::min(layout.rows.size(), layout.first + layout.in_sight);
         ++number) {
      const Layout::Row& row = layout.rows[number];
      if (row.line != line || !row.is_text) continue;
      seen.begin = std::min(seen.begin, columns.byte_at(row.from));
      seen.end = std::max(seen.end, columns.byte_at(row.to));
    }
    return seen;
  }

  [[nodiscard]] TextPosition place_of(std::size_t at) const {
    const std::size_t line = document_.line_at(at);
    return {line, (*columns_of(document_, line))[at - document_.start_of(line)]};
  }

  // Draws a part of a line in as many rows as needed. `columns` has the column of each byte.
  void put_letters(std::size_t line, std::string_view letters, const Columns& columns, Span span, Ink ink,
                   std::optional<Ink> chip) {
    for (std::size_t row = drawn_.layout.row_of({line, columns[span.begin]}); span.begin < span.end; ++row) {
      const Layout::Row& here = drawn_.layout.rows[row];
      std::size_t end = span.begin;
      std::string text;
      while (end < span.end && (columns[end] < here.to || continues(letters[end]))) {
        if (letters[end] == '\t')
          text.append(columns[end + 1] - columns[end], ' ');
        else
          text += letters[end];
        ++end;
      }
      if (is_in_sight(row)) put_run(here, row, columns[span.begin], std::move(text), ink, chip);
      if (end == span.begin) return;
      span.begin = end;
    }
  }

  void put_run(const Layout::Row& row, std::size_t number, std::size_t column, std::string text, Ink ink,
               std::optional<Ink> chip) {
    const float x = x_of(row, column), wide = letter_ * static_cast<float>(columns_in(text)), y = top_of(number);
    if (chip)
      drawn_.picture.shapes.push_back({{x - 0.12F * letter_, y + 0.12F * row_, wide + 0.24F * letter_, 0.76F * row_},
                                       *chip,
                                       Ink::none,
                                       2,
                                       0.25F * letter_,
                                       0.3F});
    put(drawn_.picture, {x, y, wide + 0.1F, row_}, std::move(text), size_, ink, Face::mono);
  }

  void draw_note(std::size_t number) {
    const Layout::Row& row = drawn_.layout.rows[number];
    const Note& note = show_.notes[row.note];
    const float x = left_ + letter_ * static_cast<float>(row.hang);
    const Ink ink = ink_of(note.severity);
    const Box box{x - 0.3F * letter_, top_of(number), drawn_.layout.text.right() - x + 0.3F * letter_, row_};
    put_note(box, ink);
    put(drawn_.picture, {x + 0.4F * letter_, box.y, box.w - 0.6F * letter_, row_}, row.words, note_size(), Ink::text);
  }

  // Calls `each` with a box for every visible row of a range of text.
  template <class Each>
  void each_box(Span span, const Each& each) const {
    const Layout& layout = drawn_.layout;
    for (std::size_t number = layout.first; number < std::min(layout.rows.size(), layout.first + layout.in_sight);
         ++number) {
      const Layout::Row& row = layout.rows[number];
      if (!row.is_text) continue;
      const std::size_t start = document_.start_of(row.line), end = start + document_.line(row.line).size();
      if (span.end < start || span.begin > end) continue;
      const std::size_t line_end = place_of(end).column;
      const std::size_t from = std::max(row.from, place_of(std::max(span.begin, start)).column);
      // A selected line end is shown as half a letter.
      const std::size_t to = std::min(row.to, span.end > end ? line_end : place_of(span.end).column);
      const bool has_end = span.end > end && row.to == std::string::npos;
      if (to < from || (to == from && !has_end)) continue;
      const float left = x_of(row, from), right = x_of(row, to) + (has_end ? 0.5F * letter_ : 0);
      each(Box{left, top_of(number), right - left, row_});
    }
  }

  void mark_span(const Span& span, Ink ink, float opacity) {
    each_box(span, [&](const Box& box) { drawn_.picture.shapes.push_back({box, ink, Ink::none, 1, 0, opacity}); });
  }

  void mark_brackets() {
    const auto brackets = document_.brackets();
    if (!brackets) return;
    const Ink ink = brackets->second ? Ink::text : Ink::bad;
    const auto frame = [&](std::size_t at) {
      each_box({at, at + 1}, [&](const Box& box) { drawn_.picture.frames.push_back({box, Ink::none, ink, 1, 2}); });
    };
    frame(brackets->first);
    if (brackets->second) frame(*brackets->second);
  }

  // A zigzag under the mistake, up to the end of its first line.
  void underline(const Note& note) {
    Span span = note.span;
    if (span.is_empty()) span.end = std::min(span.end + 1, document_.text().size());
    const std::size_t line = document_.line_at(span.begin);
    span.end = std::min(span.end, document_.start_of(line) + document_.line(line).size());
    if (span.begin >= span.end && span.begin > document_.start_of(line)) span = {span.begin - 1, span.begin};
    const float high = std::max(1.5F, 0.13F * row_), step = high;
    each_box(span, [&](const Box& box) {
      const float base = box.bottom() - 0.04F * row_;
      for (float x = box.x; x < box.right() - 0.5F; x += 2 * step) {
        const float middle = std::min(x + step, box.right()), end = std::min(x + 2 * step, box.right());
        drawn_.picture.lines.push_back({{x, base}, {middle, base - high}, ink_of(note.severity), 1.5F});
        drawn_.picture.lines.push_back({{middle, base - high}, {end, base}, ink_of(note.severity), 1.5F});
      }
    });
  }

  void draw_caret() {
    const TextPosition place = place_of(document_.caret());
    const std::size_t number = drawn_.layout.row_of(place);
    if (!is_in_sight(number)) return;
    const float wide = std::max(2.0F, std::round(0.2F * letter_));
    const float x = std::round(x_of(drawn_.layout.rows[number], place.column)) - wide / 2;
    drawn_.picture.frames.push_back({{x, top_of(number) + 0.06F * row_, wide, 0.88F * row_}, Ink::now});
  }

  const Document& document_;
  const Show& show_;
  const Frame* frame_;
  const View& view_;
  std::optional<LineRuns> runs_;
  float size_ = 13, letter_ = 8, row_ = 20, header_ = 20, top_ = 20, left_ = 0;
  std::size_t columns_ = 80;
  std::vector<std::string> problem_;
  Drawn drawn_;
};

}  // namespace

TextPosition Layout::place_at(Point point) const {
  const float down = (point.y - text.y) / height;
  const auto wanted = static_cast<std::ptrdiff_t>(first) + static_cast<std::ptrdiff_t>(std::floor(down));
  auto at =
      static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(wanted, 0, static_cast<std::ptrdiff_t>(rows.size()) - 1));
  while (at > 0 && !rows[at].is_text) --at;
  const Row& row = rows[at];
  const float across = (point.x - text.x) / letter - static_cast<float>(row.hang);
  const auto column = row.from + static_cast<std::size_t>(std::max(0.0F, std::round(across)));
  return {row.line, row.to == std::string::npos ? column : std::min(column, row.to - 1)};
}

std::size_t Layout::row_of(TextPosition place) const {
  const auto first_of_line =
      std::partition_point(rows.begin(), rows.end(), [&](const Row& row) { return row.line < place.line; });
  auto at = std::partition_point(first_of_line, rows.end(), [&](const Row& row) {
    return row.line == place.line && row.is_text && place.column >= row.to;
  });
  if (at == rows.end() || at->line != place.line || !at->is_text) --at;
  return static_cast<std::size_t>(at - rows.begin());
}

Drawn draw(const Document& document, const Show& show, const Frame* frame, const View& view, float scroll,
           bool follows_caret) {
  return Drawer(document, show, frame, view).draw(scroll, follows_caret);
}

}  // namespace tilescope::editor
