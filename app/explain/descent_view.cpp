#include "app/explain/descent_view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "app/explain/descent.h"
#include "app/stage/array_values.h"
#include "app/stage/flow.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

using Row = Descent::Row;

enum class NodeState : std::uint8_t { done, now, later };

NodeState state_of(const Descent::Node& node, const Frame& frame) {
  if (frame.at_begin || node.step > frame.step) return NodeState::later;
  return node.step == frame.step && !frame.at_end ? NodeState::now : NodeState::done;
}

std::uint64_t joined_in(const Descent& descent) {
  std::uint64_t all = 0;
  for (const Row& row : descent.rows) all += row.joined;
  return all;
}

// In units of the text size.
constexpr float least_level = 1.9F, least_bare_level = 1, most_level = 5.5F, most_level_for_a_class = 10,
                widest_column = 3.2F, scale_high = 1.1F, above_legend = 0.2F,
                named_gap = 0.14F;  // between a node and the frame of what a lesson names

class DescentPicture {
 public:
  DescentPicture(const Explainable& of, const View& view)
      : of_(of),
        descent_(*of.descent),
        view_(view),
        text_(view.text),
        picture_(view.picture()),
        flow_(picture_, view) {}

  Picture draw() {
    flow_.words(title(), {Ink::text, Face::bold, 1, 0});
    picture_.hits.push_back({{0, 0, view_.width, flow_.y()},
                             {.kind = Target::Kind::block, .number = static_cast<std::uint32_t>(descent_.block)}});
    const bool is_empty = descent_.is_too_much || descent_.rows.empty();
    if (!is_empty) arrange_columns();
    flow_.words(sentence(), {Ink::dim, Face::sans, 0.88F, 0});
    if (is_empty) return std::move(picture_);
    arrange_rows();
    if (has_scale()) draw_scale();
    if (has_counts_)
      put(picture_, {view_.width - counts_wide(), room_.y - 1.1F * text_, counts_wide(), text_}, "combined",
          0.85F * text_, Ink::dim, Face::sans, Align::right);
    draw_rows();
    find_values();
    find_own();
    for (const NodeState state : {NodeState::later, NodeState::done, NodeState::now}) draw_lines(state);
    draw_barriers();
    for (const Descent::Node& node : descent_.nodes) draw_node(node);
    if (!has_scale() && pitch_ > 0.6F * text_) draw_ends();
    flow_.space(above_legend);
    flow_.legend(signs());
    return std::move(picture_);
  }

 private:
  [[nodiscard]] std::string title() const {
    const std::string block = block_name(of_.trace.launch(), descent_.block);
    if (descent_.is_too_much || descent_.nodes.empty()) return "Block " + block;
    if (view_.is_for_a_class()) return fmt::format("Block {}: how values are computed", block);
    const std::string rows = fmt::format("Block {}: {} levels", block, descent_.rows.size());
    const std::string joined = many(joined_in(descent_), "value");
    return first_that_fits({fmt::format("{}, {} computed from several others", rows, joined),
                            fmt::format("{}, {} combined", rows, joined), rows},
                           0.95F * view_.width, text_, Face::bold);
  }

  [[nodiscard]] std::string sentence() const {
    if (descent_.is_too_much) return "There are too many values to draw. Use a smaller block or a smaller launch.";
    if (descent_.rows.empty()) return "No value was stored.";
    if (const std::int64_t every = drawn_columns(); every > 1)
      return fmt::format("Lines lead from inputs to results; 1 line in {} is shown.", every);
    return first_that_fits(
        {"Each line leads from an input to the value computed from it.", "Lines lead from inputs to results."},
        0.95F * view_.width, 0.88F * text_, Face::sans);
  }

  [[nodiscard]] float names_wide() const {
    float wide = 0;
    for (const Row& row : descent_.rows) wide = std::max(wide, text_width(name_of(row), 0.85F * text_, Face::bold));
    return std::min(1.05F * wide + 0.8F * text_, 0.25F * view_.width);
  }
  [[nodiscard]] float counts_wide() const { return 4.2F * text_; }
  [[nodiscard]] float columns() const { return static_cast<float>(descent_.end_column - descent_.first_column); }
  [[nodiscard]] float scale_size() const { return std::max(0.75F, view_.least) * text_; }

  // For a class, wide boxes matter more than the counts of joined values.
  void arrange_columns() {
    const float names = names_wide(), widest = widest_column * text_;
    has_counts_ = joined_in(descent_) > 0;
    if (view_.is_for_a_class() && (view_.width - names - counts_wide()) / columns() < widest) has_counts_ = false;
    const float ends =
        has_scale() ? 0 : text_width(std::to_string(descent_.end_column), scale_size(), Face::sans) + 0.4F * text_;
    const float right = has_counts_ ? counts_wide() : std::max(ends, 0.4F * text_);
    room_.x = names + ends;
    room_.w = std::max(view_.width - room_.x - right, 1.0F);
    pitch_ = std::min(room_.w / columns(), widest);
    is_dense_ = pitch_ < 0.8F * text_;
    left_ = room_.x + (room_.w - pitch_ * columns()) / 2;
  }

  // All levels, as high as the view allows, and the level of the current step in sight.
  void arrange_rows() {
    flow_.space(has_scale() || has_counts_ ? scale_high : 0.8F);
    const auto rows = static_cast<float>(descent_.rows.size());
    const float most = view_.is_for_a_class() ? most_level_for_a_class : most_level;
    side_.x = is_bar() ? pitch_ : std::max(1.5F, 0.86F * pitch_);
    const float readable = 1.01F * least_value() / value_in_box;
    const bool has_values = names_in(readable).size > 0;
    const float least = has_values ? std::max(least_level, 1.02F * readable / box_in_level / text_) : least_bare_level;
    find_signs();
    const float legend = height_of(view_.width, text_, [this](Flow& flow) { flow.legend(signs()); }) / text_;
    const Box all = flow_.stretched(least * rows, std::max(least, most) * rows, above_legend + legend);
    room_.y = all.y, room_.h = all.h;
    high_ = all.h / rows;
    side_.y = std::min((is_bar() ? 0.25F : 0.42F) * high_, 1.35F * text_);
    if (has_values) side_.y = std::max(side_.y, std::min(readable, box_in_level * high_));
    std::uint32_t reached = 0;
    for (const Descent::Node& node : descent_.nodes)
      if (state_of(node, of_.frame) != NodeState::later) reached = std::max(reached, node.row);
    const float above = reached == 0 ? room_.y : y_of(reached) - high_;  // with the lines that lead to it
    picture_.wanted = Box{0, above, view_.width, 2 * high_};
  }
  // What the legend has to explain.
  void find_signs() {
    for (std::size_t n = 1; n < descent_.rows.size(); ++n)
      has_barriers_ = has_barriers_ || descent_.rows[n].barriers_behind(descent_.rows[n - 1]) > 0;
    has_named_ = std::any_of(descent_.nodes.begin(), descent_.nodes.end(),
                             [this](const Descent::Node& node) { return view_.marks(place_of(node)); });
  }
  [[nodiscard]] float y_of(std::size_t row) const { return room_.y + high_ * static_cast<float>(row); }

  [[nodiscard]] std::string name_of(const Row& row) const {
    if (row.kind != Row::Kind::lanes) return of_.trace.arrays()[row.array].name;
    return row.from.empty() ? "lanes" : "lane " + row.from;
  }

  // Whether a column has the same number in every row except those of memory: its lane or its element.
  [[nodiscard]] bool has_scale() const {
    if (descent_.rows.empty()) return false;
    const auto is_as_first = [&](const Row& row) {
      return row.shift == descent_.rows.front().shift || row.kind == Row::Kind::stored;
    };
    return std::all_of(descent_.rows.begin(), descent_.rows.end(), is_as_first);
  }
  void draw_scale() {
    const float size = scale_size(), most = text_width(std::to_string(descent_.end_column), size, Face::sans);
    std::int64_t step = 1;
    while (pitch_ * static_cast<float>(step) < most + 0.4F * text_) step *= 2;
    for (std::int64_t column = descent_.first_column; column < descent_.end_column; ++column) {
      const std::int64_t index = column - descent_.rows.front().shift;
      if (index < 0 || index % step != 0) continue;
      const float middle = left_ + pitch_ * (static_cast<float>(column - descent_.first_column) + 0.5F);
      put(picture_, {middle - 0.53F * most, room_.y - 1.1F * text_, 1.06F * most, text_}, std::to_string(index), size,
          Ink::faint, Face::sans, Align::center);
    }
  }

  [[nodiscard]] Box box_of(const Descent::Node& node) const {
    const float x = left_ + pitch_ * static_cast<float>(descent_.column_of(node) - descent_.first_column);
    return {x + (pitch_ - side_.x) / 2, y_of(node.row), side_.x, side_.y};
  }

  // If rows have different columns: the indices of the first and the last box in the first row of each array.
  void draw_ends() {
    struct Ends {
      const Descent::Node *first = nullptr, *last = nullptr;
    };
    std::vector<Ends> all(descent_.rows.size());
    for (const Descent::Node& node : descent_.nodes) {
      Ends& ends = all[node.row];
      if (ends.first == nullptr || node.index < ends.first->index) ends.first = &node;
      if (ends.last == nullptr || node.index > ends.last->index) ends.last = &node;
    }
    for (std::size_t row = 0; row < descent_.rows.size(); ++row) {
      const Row& of = descent_.rows[row];
      const auto same = [&](const Row& before) { return before.array == of.array && before.shift == of.shift; };
      if (std::any_of(descent_.rows.begin(), descent_.rows.begin() + static_cast<std::ptrdiff_t>(row), same)) continue;
      if (all[row].first == nullptr || (of.kind != Row::Kind::lanes && of_.trace.arrays()[of.array].sides.size() > 1))
        continue;
      const float size = std::min(scale_size(), side_.y), gap = 0.25F * text_, wide = 4 * text_;
      constexpr float unreadable = 0.85F;  // of the smallest size of a number
      if (size < unreadable * least_number_size(view_)) continue;
      const Box first = box_of(*all[row].first), last = box_of(*all[row].last);
      put(picture_, {first.x - gap - wide, first.y, wide, first.h}, std::to_string(all[row].first->index), size,
          Ink::faint, Face::sans, Align::right);
      if (all[row].last != all[row].first)
        put(picture_, {last.right() + gap, last.y, wide, last.h}, std::to_string(all[row].last->index), size,
            Ink::faint);
    }
  }

  // The ink of the array on the stage and in the words.
  [[nodiscard]] Ink ink_of_row(const Row& row) const {
    return row.kind == Row::Kind::lanes ? Ink::wait : ink_of(*of_.frame.scenery, row.array);
  }

  static constexpr float value_in_box = 0.78F;  // the height of a value relative to its box
  static constexpr float box_in_level = 0.62F;  // likewise: boxes that leave room for lines between them
  [[nodiscard]] float least_value() const {
    constexpr float smallest = 10;  // pixels
    return std::max(view_.least * text_, smallest);
  }
  // Boxes are low, so letters take more of the height than in a cell of the stage.
  [[nodiscard]] CellNames names_in(float high) const {
    std::vector<std::optional<Value>> values;
    for (const Descent::Node& node : descent_.nodes)
      values.emplace_back(Value::left_by(event_at(of_.trace, {descent_.block, node.thread, node.value})));
    CellNames names = names_in_cells(values, false, side_.x, 1.7F * high, view_);
    names.size = std::min(names.size, std::max(0.8F * text_, least_value()));
    return names;
  }
  void find_values() {
    values_ = names_in(side_.y);
    boxes_.assign(descent_.rows.size(), {});
    for (const Descent::Node& node : descent_.nodes) boxes_[node.row].push_back(box_of(node));
  }

  // Whether rows of one array reappear after rows of another, so that each row needs its name.
  [[nodiscard]] bool takes_turns() const {
    for (std::size_t n = 2; n < descent_.rows.size(); ++n)
      for (std::size_t before = 0; before + 1 < n; ++before) {
        const Row &row = descent_.rows[n], &above = descent_.rows[n - 1], &old = descent_.rows[before];
        if (row.kind != Row::Kind::cells || above.kind != Row::Kind::cells || old.kind != Row::Kind::cells) continue;
        if (old.array == row.array && above.array != row.array) return true;
      }
    return false;
  }

  // The name of each row, and the number of its joined values.
  void draw_rows() {
    const float size = 0.85F * text_;
    const bool alternate = takes_turns();
    for (std::size_t n = 0; n < descent_.rows.size(); ++n) {
      const Row& row = descent_.rows[n];
      const float high = std::max(side_.y, std::min(high_, 1.1F * text_)), y = y_of(n) + (side_.y - high) / 2;
      const bool is_new = n == 0 || alternate || name_of(descent_.rows[n - 1]) != name_of(row);
      if (is_new)
        put(picture_, {0, y, names_wide() - 0.4F * text_, high}, name_of(row), size, ink_of_row(row), Face::bold);
      if (has_counts_ && row.joined > 0)
        put(picture_, {view_.width - counts_wide(), y, counts_wide(), high}, count_name(row.joined), size, Ink::dim,
            Face::sans, Align::right);
    }
  }

  // A line for each barrier at which all threads waited, drawn over everything and beyond both sides.
  void draw_barriers() {
    const float more = 0.35F * text_, thick = std::max(1.0F, 0.07F * text_);
    for (std::size_t n = 1; n < descent_.rows.size(); ++n) {
      const std::uint32_t barriers = std::min(descent_.rows[n].barriers_behind(descent_.rows[n - 1]), 3U);
      for (std::uint32_t line = 0; line < barriers; ++line) {
        const float y = y_of(n) - 0.22F * (high_ - side_.y) - 3 * thick * static_cast<float>(line);
        picture_.lines.push_back({{room_.x - more, y}, {room_.right() + more, y}, Ink::wait, thick, true});
      }
    }
  }

  // Whether columns are too narrow for separate boxes. Then a row is a bar, and only some lines are drawn.
  [[nodiscard]] bool is_bar() const { return pitch_ < 6; }
  [[nodiscard]] std::int64_t drawn_columns() const {
    std::int64_t every = 1;
    while (is_bar() && pitch_ * static_cast<float>(every) < 0.6F * text_) every *= 2;
    return every;
  }
  // Nodes with the same origins are drawn together or not at all, such as both results of a compared pair.
  [[nodiscard]] bool has_lines(const Descent::Node& node) const {
    std::int64_t first = INT64_MAX;
    for (const std::uint32_t source : node.sources)
      first = std::min(first, descent_.column_of(descent_.nodes[source]) - descent_.first_column);
    return first % drawn_columns() == 0;
  }

  // Finds the selected thread's results, and all loaded elements that it used, whichever thread loaded them.
  void find_own() {
    is_own_.assign(descent_.nodes.size(), false);
    for (std::size_t n = 0; n < descent_.nodes.size(); ++n) {
      const Descent::Node& node = descent_.nodes[n];
      if (node.thread != of_.frame.thread) continue;
      if (descent_.rows[node.row].kind != Row::Kind::loaded) is_own_[n] = true;
      for (const std::uint32_t source : node.sources)
        if (descent_.rows[descent_.nodes[source].row].kind == Row::Kind::loaded) is_own_[source] = true;
    }
  }

  // Lines are thin if columns are narrow, so that they stay apart. The selected thread's lines are on top.
  void draw_lines(NodeState state) {
    for (const bool own : {false, true}) draw_lines(state, own);
  }
  void draw_lines(NodeState state, bool is_own) {
    for (const Descent::Node& node : descent_.nodes) {
      if (state_of(node, of_.frame) != state || (node.thread == of_.frame.thread) != is_own) continue;
      if (!is_own && !has_lines(node)) continue;
      for (const std::uint32_t source : node.sources) {
        const float wanted = state == NodeState::now ? 0.16F * text_ : is_own ? 0.13F * text_ : 0.08F * text_;
        const float width = std::max(1.0F, std::min(wanted, (is_own ? 0.3F : 0.1F) * pitch_));
        const std::vector<Point> way = way_to(node, descent_.nodes[source]);
        for (std::size_t n = 1; n < way.size(); ++n) {
          Line line{way[n - 1], way[n], ink_of_lines(state, is_own, width), width, false};
          if (line.ink == Ink::now) {  // yellow alone is hard to see on white
            Line rim = line;
            rim.ink = Ink::on_ink, rim.width += 1.6F;
            draw_line(rim, descent_.nodes[source].row + 1, node.row);
          }
          draw_line(line, descent_.nodes[source].row + 1, node.row);
        }
      }
    }
  }

  // The way from a box to a value computed from it, past the boxes of rows between: straight down and across in the
  // last gap, across in the first gap, or down between two columns.
  [[nodiscard]] std::vector<Point> way_to(const Descent::Node& node, const Descent::Node& source) const {
    const Box from = box_of(source), to = box_of(node);
    const bool falls = from.y < to.y;
    const Point begin{from.middle().x, falls ? from.bottom() : from.y}, end{to.middle().x, falls ? to.y : to.bottom()};
    const std::uint32_t first = source.row + 1, last = node.row;
    if (!falls || first >= last || is_bar() || is_free({begin, end}, first, last)) return {begin, end};
    const float top = y_of(first), bottom = y_of(last - 1) + side_.y;
    const auto by = [&](float x) { return std::vector<Point>{begin, {x, top}, {x, bottom}, end}; };
    const float aside = (end.x < begin.x ? -0.5F : 0.5F) * pitch_;
    for (const float x : {begin.x, end.x})
      if (is_free(by(x), first, last)) return by(x);
    if (!is_dense_)
      for (const float x : {begin.x + aside, begin.x - aside, end.x - aside, end.x + aside})
        if (is_free(by(x), first, last)) return by(x);
    return {begin, end};
  }
  [[nodiscard]] bool is_free(const std::vector<Point>& way, std::uint32_t first, std::uint32_t end) const {
    for (std::uint32_t row = first; row < end; ++row) {
      const float y = y_of(row);
      for (std::size_t n = 1; n < way.size(); ++n) {
        const Point from = way[n - 1], to = way[n];
        const float above = std::max(from.y, y), below = std::min(to.y, y + side_.y);
        if (above > below) continue;
        const auto at = [&](float height) {
          return to.y > from.y ? from.x + (to.x - from.x) * (height - from.y) / (to.y - from.y) : from.x;
        };
        const auto [left, right] = std::minmax({at(above), at(below)});
        for (const Box& box : boxes_[row])
          if (right > box.x && left < box.right()) return false;
      }
    }
    return true;
  }

  // If there are many lines, the selected thread's stand out.
  [[nodiscard]] Ink ink_of_lines(NodeState state, bool is_own, float width) const {
    if (is_own) return state == NodeState::later ? Ink::faint : Ink::text;
    if (is_dense_) return state == NodeState::later ? Ink::rule : state == NodeState::now ? Ink::dim : Ink::work;
    if (state == NodeState::now) return width < 1.5F ? Ink::text : Ink::now;
    return state == NodeState::later ? Ink::faint : Ink::dim;
  }

  // From row `first` to before row `end`, the line runs behind boxes that have a value.
  void draw_line(Line line, std::uint32_t first, std::uint32_t end) {
    const Point from = line.from, to = line.to, way{to.x - from.x, to.y - from.y};
    for (std::uint32_t row = values_.size > 0 ? first : end; row < end; ++row) {
      const float y = y_of(row);
      if (from.y > y || to.y < y + side_.y || way.y <= 0) continue;
      const auto at = [&](float height) { return Point{from.x + way.x * (height - from.y) / way.y, height}; };
      const Point in = at(y), out = at(y + side_.y);
      const Box met{std::min(in.x, out.x), y, std::max(1.0F, std::abs(out.x - in.x)), side_.y};
      const auto& boxes = boxes_[row];
      if (std::none_of(boxes.begin(), boxes.end(), [&](const Box& box) { return !common(box, met).is_empty(); }))
        continue;
      line.to = in;
      picture_.lines.push_back(line);
      line.from = out;
    }
    line.to = to;
    picture_.lines.push_back(line);
  }

  void draw_node(const Descent::Node& node) {
    const NodeState state = state_of(node, of_.frame);
    const Box box = box_of(node);
    const auto number = static_cast<std::size_t>(&node - descent_.nodes.data());
    const bool is_own = is_own_[number];
    const Ink ink = state == NodeState::now ? Ink::now : ink_of_row(descent_.rows[node.row]);
    const float opacity = state == NodeState::later ? 0.12F : state == NodeState::now ? 1.0F : 0.75F;
    const bool is_named = !is_own && names_thread(node);
    const Ink edge = is_own ? Ink::text : is_named ? Ink::other : state == NodeState::later ? Ink::faint : Ink::border;
    picture_.shapes.push_back(
        {box, ink, box.w > 4 ? edge : Ink::none, is_own || is_named ? 2.0F : 1.0F, 0.15F * text_, opacity});
    if (state != NodeState::later && values_.size > 0)
      put(picture_, box, values_.names[number], values_.size, state == NodeState::now ? Ink::on_ink : Ink::text,
          Face::sans, Align::center);
    const Target place = place_of(node);
    if (view_.marks(place)) frame_in(picture_, box.inset(-named_gap * text_), Ink::text, frame_width());
    Target target{.kind = Target::Kind::moment};
    target.number = node.thread + 1 + static_cast<std::uint32_t>(descent_.block * of_.trace.threads_per_block());
    target.moment = node.moment;
    picture_.hits.push_back({box, {.kind = Target::Kind::thread, .number = node.thread}});
    // A click goes to the node's moment; while a question is open, it names the element, as on the stage.
    picture_.hits.push_back({box, view_.is_guessing ? target : place});
    picture_.hits.push_back({box, view_.is_guessing ? place : target});
  }

  [[nodiscard]] float frame_width() const { return std::max(2.0F, 0.1F * text_); }
  // Whether a lesson names the thread that computed the node.
  [[nodiscard]] bool names_thread(const Descent::Node& node) const {
    return node.thread != of_.frame.thread && descent_.rows[node.row].kind != Row::Kind::loaded &&
           view_.marks({.kind = Target::Kind::thread, .number = node.thread});
  }
  // "t0's, t3's": the named threads besides the selected one; empty if there are none, or too many for the legend.
  [[nodiscard]] std::string named_threads() const {
    constexpr std::size_t most = 3;
    std::vector<std::string> names;
    for (const std::uint32_t thread : view_.linked_threads)
      if (std::any_of(descent_.nodes.begin(), descent_.nodes.end(),
                      [&](const Descent::Node& node) { return node.thread == thread && names_thread(node); }))
        names.push_back(thread_name(of_.trace.launch(), thread) + "'s");
    return names.size() > most ? "" : fmt::format("{}", fmt::join(names, ", "));
  }
  // The element that the node is a value of, or the thread whose value it is.
  [[nodiscard]] Target place_of(const Descent::Node& node) const {
    const Row& row = descent_.rows[node.row];
    if (row.kind == Row::Kind::lanes) return {.kind = Target::Kind::thread, .number = node.thread};
    return {.kind = Target::Kind::element, .array = row.array, .number = node.index};
  }

  [[nodiscard]] std::vector<Sign> signs() const {
    std::vector<Sign> all;
    const auto add = [&](const std::string& words, Ink ink, float opacity, Ink edge, float width) {
      all.push_back({words, 0.9F, [=, round = 0.15F * text_](Picture& picture, const Box& box) {
                       picture.shapes.push_back({box.inset(0.05F * box.h), ink, edge, width, round, opacity});
                     }});
    };
    const auto any = [&](NodeState state) {
      return std::any_of(descent_.nodes.begin(), descent_.nodes.end(),
                         [&](const Descent::Node& node) { return state_of(node, of_.frame) == state; });
    };
    if (any(NodeState::now)) add("now", Ink::now, 1, Ink::border, 1);
    if (any(NodeState::later)) add("not yet", Ink::work, 0.12F, Ink::border, 1);
    add(thread_name(of_.trace.launch(), of_.frame.thread) + "'s", Ink::none, 1, Ink::text, 2);
    if (const std::string threads = named_threads(); !threads.empty()) add(threads, Ink::none, 1, Ink::other, 2);
    if (has_named_)
      all.push_back({"named", 1.3F, [=, width = frame_width()](Picture& picture, const Box& box) {
                       frame_in(picture, box, Ink::text, width);
                     }});
    if (has_barriers_) all.push_back({"dashed: a barrier"});
    if (has_counts_) all.push_back({"combined: values computed from several others"});
    return all;
  }

  const Explainable& of_;
  const Descent& descent_;
  const View& view_;
  const float text_;
  Picture picture_;
  Flow flow_;
  Box room_;  // of all rows, without their names
  bool has_counts_ = false, has_barriers_ = false, is_dense_ = false, has_named_ = false;
  float high_ = 0, pitch_ = 0, left_ = 0;
  Point side_;
  std::vector<bool> is_own_;             // by node
  CellNames values_;                     // likewise
  std::vector<std::vector<Box>> boxes_;  // by row
};

}  // namespace

Picture descent_picture(const Explainable& of, const View& view) {
  if (of.descent == nullptr) return view.picture();
  return DescentPicture(of, view).draw();
}

void dump_descent(const Explainable& of, Json& state) {
  if (of.descent == nullptr) return;
  const Descent& descent = *of.descent;
  Json rows = Json::array();
  for (const Row& row : descent.rows) {
    const char* const kinds[] = {"loaded", "cells", "lanes", "stored"};
    rows.push_back({{"kind", kinds[static_cast<std::size_t>(row.kind)]},
                    {"array", row.kind == Row::Kind::lanes ? "" : of.trace.arrays()[row.array].name},
                    {"line", row.line},
                    {"values", row.nodes},
                    {"joined", row.joined}});
  }
  state["flow"] = {{"rows", rows}, {"joined", joined_in(descent)}, {"too_much", descent.is_too_much}};
}

std::string descent_line(const Explainable& of) {
  if (of.descent == nullptr || of.descent->is_too_much) return "";
  return fmt::format("{} levels, {} computed from several others, block {}: {}", of.descent->rows.size(),
                     many(joined_in(*of.descent), "value"), block_name(of.trace.launch(), of.descent->block),
                     of.trace.launch().kernel);
}

}  // namespace tilescope
