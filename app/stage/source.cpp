#include "app/stage/source.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/stage/parts.h"
#include "app/stage/source_text.h"
#include "app/stage/text.h"
#include "instrumentation/machine/prepared.h"
#include "instrumentation/machine/recorded_kernel.h"

namespace tilescope {

namespace {

constexpr std::size_t most_digits = 7;  // of a count; longer counts are rounded

using Sort = SourcePiece::Sort;

std::optional<std::int64_t> whole_number_in(const std::string& text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

// The integers that the kernel was compiled with, and their lines in the source; line 0 means the first occurrence.
std::vector<RunningNumber> running_numbers(const RecordedKernel& program) {
  std::vector<RunningNumber> all;
  if (program.prepared == nullptr) return all;
  const std::string_view text = program.prepared->source().text;
  for (const language::Knob& knob : program.prepared->facts().knobs) {
    if (knob.kind == language::Knob::Kind::template_type || knob.kind == language::Knob::Kind::pointer) continue;
    const auto value = whole_number_in(knob.value);
    if (!value || knob.place.offset > text.size()) continue;
    const std::string_view before = text.substr(0, knob.place.offset);
    const auto breaks = std::count(before.begin(), before.end(), '\n');
    all.push_back({static_cast<std::uint32_t>(breaks) + 1, knob.name, *value});
  }
  // Constants that do not affect the launch are not knobs of the kernel, but a request can set them.
  for (const auto& [name, value] : program.knobs) {
    const bool is_there =
        std::any_of(all.begin(), all.end(), [&name = name](const auto& each) { return each.name == name; });
    if (const auto number = whole_number_in(value); number && !is_there) all.push_back({0, name, *number});
  }
  return all;
}

// A source cut into pieces, with the current numbers. Kept from frame to frame.
struct TextInLines {
  TextInLines(std::string_view of, std::shared_ptr<const RecordedKernel> read_as)
      : text(of), program(std::move(read_as)), lines(source_lines(text)) {
    if (program == nullptr) return;
    for (const RunningNumber& running : running_numbers(*program)) {
      if (running.line > lines.size()) continue;
      const std::string& words = made.emplace_back(std::to_string(running.value));
      const auto first = running.line == 0 ? lines.begin() : lines.begin() + (running.line - 1);
      const auto last = running.line == 0 ? lines.end() : first + 1;
      for (auto line = first; line != last; ++line) {
        const std::optional<std::string> was = put_running(*line, running, words);
        if (!was) continue;
        // The source's own value goes after the line, before a comment.
        line->comment =
            made.emplace_back("was " + *was + (line->comment.empty() ? "" : "  " + std::string(line->comment)));
        break;
      }
    }
  }

  std::string text;
  std::shared_ptr<const RecordedKernel> program;
  std::deque<std::string> made;  // the strings that pieces and comments refer to
  std::vector<SourceLine> lines;
};

std::shared_ptr<const TextInLines> text_in_lines(std::string_view text,
                                                 const std::shared_ptr<const RecordedKernel>& program) {
  thread_local std::shared_ptr<const TextInLines> last;
  if (last == nullptr || last->text != text || last->program != program)
    last = std::make_shared<const TextInLines>(text, program);
  return last;
}

class Source {
 public:
  Source(const Frame& frame, const View& view) : Source(frame, view, code_size(view.text, view.width)) {}
  Source(const Frame& frame, const View& view, float size)
      : scenery_(*frame.scenery),
        frame_(frame),
        view_(view),
        text_(text_in_lines(scenery_.kernel_text(), scenery_.launch().program)),
        lines_(text_->lines),
        counted_(frame) {
    size_ = size;
    letter_ = letter_per_em * size_;
    row_ = std::round(1.5F * size_);
    left_ = letter_ * static_cast<float>(std::to_string(lines_.size()).size()) + 1.6F * letter_;
    runs_ = letter_ * (counted_.letters() + 0.3F);
    width_ = view.width - left_ - 0.3F * letter_;
    picture_.width = view.width;
  }

  Picture draw() {
    draw_header();
    for (const SourceLine& line : lines_) draw_line(line);
    end();
    return std::move(picture_);
  }

  // These lines, without counts, without the blanks that all of them begin with, and without comments behind code.
  Picture draw_some(const std::vector<std::uint32_t>& numbers) {
    has_counts_ = false;
    std::vector<SourceLine> some;
    for (const std::uint32_t number : numbers)
      if (number > 0 && number <= lines_.size()) some.push_back(lines_[number - 1]);
    std::uint32_t blanks = std::numeric_limits<std::uint32_t>::max();
    for (const SourceLine& line : some) blanks = std::min(blanks, line.indent);
    for (SourceLine& line : some) {
      line.indent -= blanks;
      if (!line.pieces.empty()) line.comment = {};
      for (SourcePiece& piece : line.pieces) piece.column -= blanks;
      draw_line(line);
    }
    picture_.height = y_;
    return std::move(picture_);
  }

  // The layout without a picture. Kept from frame to frame.
  SourceLayout lay_out() {
    struct LaidOutFor {
      std::shared_ptr<const TextInLines> text;
      float width = 0, high = 0, letters = 0, runs = 0, target = 0;
      std::vector<bool> leaves_events;
      bool operator==(const LaidOutFor&) const = default;
    };
    thread_local LaidOutFor known;
    thread_local SourceLayout last;
    LaidOutFor now{text_, view_.width, view_.height, view_.text, runs_, view_.target, counted_.leaves_events()};
    if (now == known) return last;
    known = std::move(now);
    return last = laid_out();
  }

  Picture draw_between(const SourceLayout& layout, float from, float to) {
    from_ = from, to_ = to;
    draw_header();
    const auto first = std::upper_bound(layout.tops.begin(), layout.tops.end(), from);
    auto n = static_cast<std::size_t>(std::max<std::ptrdiff_t>(first - layout.tops.begin() - 1, 0));
    for (; n < lines_.size() && layout.tops[n] <= to; ++n) {
      y_ = layout.tops[n];
      draw_line(lines_[n]);
    }
    picture_.height = layout.height;
    return std::move(picture_);
  }

 private:
  SourceLayout laid_out() {
    SourceLayout layout;
    draw_header();
    to_ = -1;  // nothing of it
    for (const SourceLine& line : lines_) {
      layout.tops.push_back(y_);
      draw_code(line);
      picture_.labels.clear();
      picture_.shapes.clear();
    }
    layout.tops.push_back(y_);
    end();
    layout.width = view_.width;
    layout.height = picture_.height;
    return layout;
  }

  void end() { picture_.height = std::max(view_.height, std::ceil(y_ + 0.5F * row_)); }

  // The number of letters in a row, with `kept` pixels free at its end.
  [[nodiscard]] std::uint32_t columns(float kept = 0) const {
    return static_cast<std::uint32_t>((width_ - kept) / letter_);
  }

  void draw_header() {
    const float most = std::min(view_.text, 1.2F * size_), height = std::max(std::round(1.9F * most), view_.target);
    const std::string& kernel = scenery_.launch().kernel;
    std::string title = kernel.find(".cu") == std::string::npos ? kernel + ".cu" : kernel;
    // The name matters more than a button.
    const float named = text_width(title, 0.85F * most, Face::bold) + text_width("runs", 0.68F * most, Face::sans);
    const float room =
        draw_text_buttons(picture_, height, most, false, view_, named + 1.2F * most + 1.4F * letter_) - 1.4F * letter_;
    // A long name loses its file, or else its end, before its letters become unreadable. The tag then gets shorter.
    float least = 0.85F * most;
    std::string_view tag = "times run";
    const auto tag_letters = [&](float title_letters) {
      return std::max(std::min(0.74F * view_.text, 0.9F * most), 0.8F * title_letters);
    };
    const auto left = [&] {
      return room - (tag.empty() ? 0.4F * least : text_width(tag, tag_letters(least), Face::sans) + 1.1F * least);
    };
    if (text_width(title, least, Face::bold) > left()) tag = "runs";
    if (const std::size_t file = title.rfind(".cu:");
        file != std::string::npos && text_width(title, least, Face::bold) > left())
      title = title.substr(file + 4);
    if (text_width(title, least, Face::bold) > left()) title = title.substr(0, title.rfind(".cu"));
    // The longest names have no tag, and slightly smaller letters.
    if (text_width(title, least, Face::bold) > left()) tag = "";
    if (text_width(title, least, Face::bold) > left()) least = 0.75F * most;
    title = elided(title, left(), least, Face::bold);
    const auto needed = [&](float size) {
      return text_width(title, size, Face::bold) + text_width(tag, tag_letters(size), Face::sans) + 1.1F * size;
    };
    const float size = most * std::min(1.0F, room / needed(most));
    if (text_width(title, size, Face::bold) + text_width(tag, tag_letters(size), Face::sans) + size > room) tag = "";
    const float tag_width = text_width(tag, tag_letters(size), Face::sans) + 0.3F * size;
    const Box line{0.6F * letter_, 0.1F * height, room, 0.8F * height};
    put(picture_, {line.x, line.y, line.w - tag_width - 0.4F * size, line.h}, title, size, Ink::text, Face::bold);
    put(picture_, {line.right() - tag_width, line.y, tag_width, line.h}, std::string(tag), tag_letters(size), Ink::dim,
        Face::sans, Align::right);
    y_ = height;
  }

  void draw_line(const SourceLine& line) {
    const float top = y_;
    draw_code(line);
    const Box box{0, top, view_.width, y_ - top};
    const Target target{.kind = Target::Kind::line, .number = line.number};
    mark_line(line, box, target);
    const Ink number = frame_.line == line.number ? Ink::text : Ink::faint;
    put(picture_, {0.6F * letter_, top, left_ - 1.6F * letter_, row_}, std::to_string(line.number), size_, number,
        Face::mono, Align::right);
    draw_count(line, top);
    picture_.hits.push_back({box, target});
  }

  void mark_line(const SourceLine& line, const Box& box, const Target& target) {
    const auto back = [&](Ink ink, float opacity) { backs_.push_back({box, ink, Ink::none, 1, 0, opacity}); };
    const auto& linked = view_.linked_lines;
    if (view_.hovered == target || std::find(linked.begin(), linked.end(), line.number) != linked.end())
      back(Ink::text, 0.1F);
    if (view_.selected == target) back(Ink::c, 0.14F);
    if (frame_.line == line.number) {
      back(Ink::now, 0.2F);
      backs_.push_back({{0, box.y, std::max(3.0F, 0.3F * letter_), box.h}, Ink::now});
    }
    picture_.shapes.insert(picture_.shapes.begin(), backs_.begin(), backs_.end());
    backs_.clear();
  }

  [[nodiscard]] std::optional<std::uint64_t> runs_of(const SourceLine& line) const {
    return has_counts_ ? counted_.of(line.number) : std::nullopt;
  }

  void draw_count(const SourceLine& line, float top) {
    const auto runs = runs_of(line);
    if (!runs) return;
    const Ink ink = frame_.line == line.number ? Ink::text : *runs > 0 ? Ink::dim : Ink::faint;
    put(picture_, {view_.width - runs_, top, runs_ - 0.3F * letter_, row_}, counted_.words(*runs), size_, ink,
        Face::mono, Align::right);
  }

  void draw_code(const SourceLine& line) {
    const std::shared_ptr<const Wrapped> wrapped = wrapped_line(line);
    const Wrapped& code = *wrapped;
    const std::vector<PlacedPiece>& pieces = code.pieces;
    const auto first = std::partition_point(pieces.begin(), pieces.end(), [this](const PlacedPiece& piece) {
      return y_ + row_ * static_cast<float>(piece.row) < from_ - 1;
    });
    for (auto at = static_cast<std::size_t>(first - pieces.begin());
         at < pieces.size() && is_in_sight(y_ + row_ * static_cast<float>(pieces[at].row));) {
      std::size_t end = at + 1;
      const std::optional<Ink> chip = chip_of(pieces[at]);
      while (!chip && end < pieces.size() && joins(pieces[at], pieces[end])) ++end;
      draw_run(pieces, at, end, chip);
      at = end;
    }
    if (!line.comment.empty())
      draw_comment(line, code);
    else
      y_ += row_ * static_cast<float>(code.rows);
  }

  [[nodiscard]] bool is_in_sight(float y) const { return y >= from_ - 1 && y + row_ <= to_ + 1; }

  // A long line is wrapped once, not for each frame.
  [[nodiscard]] std::shared_ptr<const Wrapped> wrapped_line(const SourceLine& line) const {
    constexpr std::size_t long_line = 200;  // pieces
    struct WrappedFor {
      std::shared_ptr<const TextInLines> text;
      std::uint32_t line = 0, first = 0, further = 0;
      bool operator==(const WrappedFor&) const = default;
    };
    thread_local WrappedFor known;
    thread_local std::shared_ptr<const Wrapped> last;
    const WrappedFor now{text_, line.number, columns(runs_of(line) ? runs_ : 0), columns()};
    if (line.pieces.size() < long_line || !has_counts_)
      return std::make_shared<const Wrapped>(wrap(line, now.first, now.further));
    if (known == now) return last;
    known = now;
    return last = std::make_shared<const Wrapped>(wrap(line, now.first, now.further));
  }

  // Comments are prose: they follow the code if there is room, otherwise they have rows of their own.
  void draw_comment(const SourceLine& line, const Wrapped& code) {
    const bool alone = code.pieces.empty();
    const float last = y_ + row_ * static_cast<float>(code.rows - 1);
    const float kept = runs_of(line) && code.rows == 1 ? runs_ : 0;
    const float behind = alone ? 0 : letter_ * static_cast<float>(code.pieces.back().end() + 2);
    if (const float room = width_ - kept - behind;
        !alone && text_width(line.comment, size_, Face::sans) + 0.3F * size_ <= room) {
      put_comment({left_ + behind, last, room, row_}, std::string(line.comment));
      y_ = last + row_;
      return;
    }
    const float indent = letter_ * static_cast<float>(std::min(line.indent, columns() / 3) + (alone ? 0 : 2));
    y_ = alone ? y_ : last + row_;
    for (const std::string& row : comment_rows(line, width_ - indent - 0.3F * size_)) {
      if (is_in_sight(y_)) put_comment({left_ + indent, y_, width_ - indent, row_}, row);
      y_ += row_;
    }
  }

  void put_comment(const Box& box, std::string text) { put(picture_, box, std::move(text), size_, Ink::dim); }

  // A long comment is cut into rows once, not for each frame.
  [[nodiscard]] std::vector<std::string> comment_rows(const SourceLine& line, float width) const {
    constexpr std::size_t long_comment = 2000;
    struct CutFor {
      std::shared_ptr<const TextInLines> text;
      std::uint32_t line = 0;
      float width = 0, size = 0;
      bool operator==(const CutFor&) const = default;
    };
    thread_local CutFor known;
    thread_local std::vector<std::string> last;
    if (line.comment.size() < long_comment || !has_counts_) return rows_of(line.comment, width);
    const CutFor now{text_, line.number, width, size_};
    if (known == now) return last;
    known = now;
    return last = rows_of(line.comment, width);
  }

  [[nodiscard]] std::vector<std::string> rows_of(std::string_view text, float width) const {
    const std::size_t most = 4 * std::size_t{std::max(columns(), 8U)};  // letters of a word that is not cut
    std::vector<std::string> rows(1);
    while (!text.empty()) {
      std::size_t end = std::min(text.find(' '), text.size());
      const bool is_cut = end > most;
      if (is_cut) end = most;
      while (is_cut && end > 1 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
      const std::string word(text.substr(0, end));
      text.remove_prefix(std::min(end + (is_cut ? 0 : 1), text.size()));
      const std::string longer = rows.back().empty() ? word : rows.back() + ' ' + word;
      if (!rows.back().empty() && text_width(longer, size_, Face::sans) > width)
        rows.push_back(word);
      else
        rows.back() = longer;
    }
    return rows;
  }

  // Adjacent pieces of one colour in one row are one label.
  [[nodiscard]] bool joins(const PlacedPiece& first, const PlacedPiece& next) const {
    return next.row == first.row && ink_of(next.sort) == ink_of(first.sort) && !chip_of(next);
  }

  void draw_run(const std::vector<PlacedPiece>& pieces, std::size_t begin, std::size_t end, std::optional<Ink> chip) {
    const PlacedPiece& first = pieces[begin];
    std::string text;
    for (std::size_t n = begin; n < end; ++n) {
      if (n > begin) text.append(pieces[n].column - pieces[n - 1].end(), ' ');
      text += pieces[n].text;
    }
    const float x = left_ + letter_ * static_cast<float>(first.column),
                width = letter_ * static_cast<float>(letters_in(text));
    const float y = y_ + row_ * static_cast<float>(first.row);
    if (y < from_ - 1 || y + row_ > to_ + 1) return;  // a cut row has neither text nor marks
    if (chip) {
      const bool hovered = hovers(first.text);
      const Box back{x - 0.12F * letter_, y + 0.12F * row_, width + 0.24F * letter_, 0.76F * row_};
      picture_.shapes.push_back(
          {back, *chip, hovered ? Ink::now : Ink::none, 2, 0.25F * letter_, hovered ? 0.5F : 0.3F});
    }
    put(picture_, {x, y, width, row_}, std::move(text), size_, ink_of(first.sort), Face::mono);
  }

  [[nodiscard]] std::optional<Ink> chip_of(const PlacedPiece& piece) const {
    if (piece.sort == Sort::running) return Ink::now;
    return piece.sort == Sort::name ? ink_behind(scenery_, frame_.steps, piece.text) : std::nullopt;
  }

  [[nodiscard]] bool hovers(std::string_view name) const {
    const Target& at = view_.hovered;
    const std::vector<ArrayInfo>& arrays = scenery_.arrays();
    return at.kind == Target::Kind::element && at.array < arrays.size() && arrays[at.array].name == name;
  }

  const Scenery& scenery_;
  const Frame& frame_;
  const View& view_;
  std::shared_ptr<const TextInLines> text_;
  const std::vector<SourceLine>& lines_;
  LineRuns counted_;
  bool has_counts_ = true;
  float size_ = 13, letter_ = 8, row_ = 20, y_ = 0;
  float left_ = 0, width_ = 0, runs_ = 0;                         // the code's left edge, its width, the counts' width
  float from_ = 0, to_ = std::numeric_limits<float>::infinity();  // the visible part
  Picture picture_;
  std::vector<Shape> backs_;
};

}  // namespace

LineRuns::LineRuns(const Frame& frame) : frame_(frame) {
  if (frame.steps == 0) return;
  const Scenery& scenery = *frame.scenery;
  for (std::uint32_t step = 0; step < frame.steps; ++step) {
    const std::uint32_t line = scenery.order().step(step).line;
    if (line >= leaves_events_.size()) leaves_events_.resize(line + 1);
    leaves_events_[line] = true;
  }
  const Counts& end = scenery.counts_after(frame.steps - 1);
  std::uint64_t most = 0;
  for (const Tally& tally : end.barriers) most = std::max(most, tally.total);
  for (const Tally& tally : end.all) most = std::max(most, tally.total);
  digits_ = words(2 * most).size();  // a line may do two things, such as read another lane's value and add it
}

std::optional<std::uint64_t> LineRuns::of(std::uint32_t line) const {
  if (line >= leaves_events_.size() || !leaves_events_[line]) return std::nullopt;
  return line < frame_.line_runs.size() ? frame_.line_runs[line] : 0;
}

std::string LineRuns::words(std::uint64_t runs) const { return short_count(runs, most_digits); }

float LineRuns::letters() const { return static_cast<float>(std::max<std::size_t>(digits_ + 1, 4)); }

Ink ink_of(SourcePiece::Sort sort) {
  switch (sort) {
    case Sort::keyword: return Ink::keyword;
    case Sort::cuda: return Ink::cuda;
    case Sort::number: return Ink::number;
    case Sort::comment: return Ink::dim;
    default: return Ink::text;
  }
}

std::optional<Ink> ink_behind(const Scenery& scenery, std::uint32_t steps, std::string_view name) {
  const std::vector<ArrayInfo>& arrays = scenery.arrays();
  for (std::size_t array = 0; array < arrays.size(); ++array) {
    if (arrays[array].name != name) continue;
    if (arrays[array].space != Space::local) return ink_of(scenery, static_cast<std::uint8_t>(array));
    if (steps > 0 && scenery.counts_after(steps - 1).of(array, Count::sum_multiply_add).total > 0) return Ink::c;
  }
  return {};
}

float code_size(float text, float width) {
  return std::max(8.0F, std::floor(std::min(0.87F * text, width / letter_per_em / 34)));
}

float draw_text_buttons(Picture& picture, float height, float size, bool has_keys, const View& view, float least) {
  const float small = std::max(11.0F, 0.8F * size), air = 0.84F * size;
  float right = picture.width;
  const auto add = [&](const char* words, Act act, bool is_lit) {
    const float wide = std::max(text_width(words, small, Face::bold) + air, view.target);
    const Box box{right - wide, 0.12F * height, wide, 0.76F * height};
    picture.shapes.push_back({box, is_lit ? Ink::now : Ink::cell, is_lit ? Ink::none : Ink::edge, 1, 0.18F * size});
    put(picture, box, words, small, is_lit ? Ink::on_ink : Ink::text, Face::bold, Align::center);
    picture.hits.push_back({{box.x, 0, box.w, height}, button(act)});
    right = box.x - 0.3F * size;
  };
  add(!has_keys                ? "Edit"
      : view.is_for_a_finger() ? "Done"
                               : "Esc ends typing",
      has_keys ? Act::close : Act::edit_source, has_keys);
  if (right - text_width("File", small, Face::bold) - air >= least) add("File", Act::text_menu, false);
  return right;
}

Picture source_picture(const Frame& frame, const View& view) { return Source(frame, view).draw(); }

Picture some_lines_picture(const Frame& frame, const View& view, const std::vector<std::uint32_t>& lines) {
  return Source(frame, view, view.text).draw_some(lines);
}

SourceLayout source_layout(const Frame& frame, const View& view) { return Source(frame, view).lay_out(); }

Picture source_picture(const Frame& frame, const View& view, const SourceLayout& layout, float from, float to) {
  return Source(frame, view).draw_between(layout, from, to);
}

std::optional<Box> SourceLayout::box_of_line(std::uint32_t line) const {
  if (line == 0 || line >= tops.size()) return {};
  return Box{0, tops[line - 1], width, tops[line] - tops[line - 1]};
}

std::optional<Box> box_of_line(const Picture& source, std::uint32_t line) {
  for (const Hit& hit : source.hits)
    if (hit.target.kind == Target::Kind::line && hit.target.number == line) return hit.box;
  return {};
}

}  // namespace tilescope
