#include "app/explain/descent_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/explain/descent.h"
#include "app/explain/flow.h"
#include "app/stage/corner.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

using Row = Descent::Row;

enum class State : std::uint8_t { done, now, later };

State state_of(const Descent::Node& node, const Frame& frame) {
  if (frame.at_begin || node.step > frame.step) return State::later;
  return node.step == frame.step && !frame.at_end ? State::now : State::done;
}

std::uint64_t joined_in(const Descent& descent) {
  std::uint64_t all = 0;
  for (const Row& row : descent.rows) all += row.joined;
  return all;
}

class DescentPicture {
 public:
  DescentPicture(const Explainable& of, const View& view)
      : of_(of), descent_(*of.descent), view_(view), text_(view.text), picture_(view.picture()) {}

  Picture draw() {
    Flow above(picture_, {0, 0, view_.width, view_.height}, text_);
    above.words(title(), {Ink::text, Face::bold, 1, 0});
    above.words(descent_.is_too_much
                    ? "It has too many values to be drawn: a smaller block or a smaller launch has fewer."
                    : first_that_fits({"A line leads from what a thread read to what it wrote from it.",
                                       "Lines lead from what was read to what came of it."},
                                      0.95F * view_.width, 0.88F * text_, Face::sans),
                {Ink::dim, Face::sans, 0.88F, 0});
    const bool joins = joined_in(descent_) > 0;
    const float scale = has_scale() || joins ? 1.1F * text_ : 0;
    const float top = above.y() + std::max(0.8F * text_, scale), below = 1.6F * text_;
    room_ = {names_wide(), top, view_.width - names_wide() - counts_wide(), view_.height - top - below};
    if (descent_.is_too_much || descent_.rows.empty() || room_.h < 4 * text_ || room_.w < 4 * text_)
      return std::move(picture_);
    const auto rows = static_cast<float>(descent_.rows.size());
    high_ = std::min(room_.h / rows, 5.5F * text_);
    pitch_ = std::min(room_.w / static_cast<float>(descent_.end_column - descent_.first_column), 3.2F * text_);
    // Boxes high enough for their values, where that leaves room for the lines between them.
    const float readable = std::min(least_value() / value_in_box + 1, 0.62F * high_);
    side_ = {std::max(1.5F, 0.86F * pitch_), std::clamp(std::max(0.42F * high_, readable), 2.0F, 1.35F * text_)};
    left_ = room_.x + (room_.w - pitch_ * static_cast<float>(descent_.end_column - descent_.first_column)) / 2;
    if (has_scale()) draw_scale();
    if (joins)
      put(picture_, {view_.width - counts_wide(), room_.y - 1.1F * text_, counts_wide(), text_}, "joined", 0.85F * text_,
          Ink::dim, Face::sans, Align::right);
    draw_rows();
    find_values();
    for (const State state : {State::later, State::done, State::now}) draw_lines(state);
    draw_barriers();
    for (const Descent::Node& node : descent_.nodes) draw_node(node);
    draw_legend({0, room_.y + high_ * rows + 0.2F * text_, view_.width, 1.35F * text_});
    return std::move(picture_);
  }

  [[nodiscard]] std::string title() const {
    const Launch& launch = of_.trace.launch();
    if (descent_.is_too_much || descent_.nodes.empty()) return fmt::format("Block {}", block_name(launch, descent_.block));
    const std::string rows = fmt::format("Block {}: {} rows", block_name(launch, descent_.block), descent_.rows.size());
    const std::string joined = count_name(joined_in(descent_));
    return first_that_fits({fmt::format("{}, {} values joined of several", rows, joined),
                            fmt::format("{}, {} values joined", rows, joined), rows},
                           0.95F * view_.width, text_, Face::bold);
  }

 private:
  [[nodiscard]] float names_wide() const {
    float wide = 0;
    for (const Row& row : descent_.rows) wide = std::max(wide, text_width(name_of(row), 0.85F * text_, Face::bold));
    return std::min(1.05F * wide + 0.8F * text_, 0.25F * view_.width);
  }
  [[nodiscard]] float counts_wide() const { return 3.4F * text_; }

  [[nodiscard]] std::string name_of(const Row& row) const {
    return row.kind == Row::Kind::lanes ? "lanes" : of_.trace.arrays()[row.array].name;
  }

  // Whether columns have a number: that of the lane, or of the element, in every row but those of memory.
  [[nodiscard]] bool has_scale() const {
    if (descent_.rows.empty()) return false;
    const auto is_as_first = [&](const Row& row) {
      return row.shift == descent_.rows.front().shift || row.kind == Row::Kind::stored;
    };
    return std::all_of(descent_.rows.begin(), descent_.rows.end(), is_as_first);
  }
  void draw_scale() {
    const float size = std::max(0.75F, view_.least) * text_, most = text_width(std::to_string(descent_.end_column), size, Face::sans);
    std::int64_t step = 1;
    while (pitch_ * static_cast<float>(step) < most + 0.4F * text_) step *= 2;
    for (std::int64_t column = descent_.first_column; column < descent_.end_column; ++column) {
      const std::int64_t index = column - descent_.rows.front().shift;
      if (index < 0 || index % step != 0) continue;
      const float middle = left_ + pitch_ * (static_cast<float>(column - descent_.first_column) + 0.5F);
      put(picture_, {middle - most, room_.y - 1.1F * text_, 2 * most, text_}, std::to_string(index), size, Ink::faint,
          Face::sans, Align::center);
    }
  }

  [[nodiscard]] Box box_of(const Descent::Node& node) const {
    const float x = left_ + pitch_ * static_cast<float>(descent_.column_of(node) - descent_.first_column);
    const float y = room_.y + high_ * static_cast<float>(node.row);
    return {x + (pitch_ - side_.x) / 2, y, side_.x, side_.y};
  }

  // As on the stage and in the words beside it.
  [[nodiscard]] Ink ink_of_row(const Row& row) const {
    return row.kind == Row::Kind::lanes ? Ink::wait : ink_of(*of_.frame.scenery, row.array);
  }

  static constexpr float value_in_box = 0.86F;  // the height of a value in that of its box
  [[nodiscard]] float least_value() const {
    constexpr float smallest = 10;  // pixels
    return std::max(view_.least * text_, smallest);
  }
  [[nodiscard]] float value_size() const {
    return std::max(std::min(0.8F * text_, 0.8F * side_.y), std::min(least_value(), value_in_box * side_.y));
  }
  [[nodiscard]] std::string words_of(const Descent::Node& node) const {
    return value_name(Value::left_by(event_at(of_.trace, {descent_.block, node.thread, node.value})));
  }
  // A row has its values where all of them have room: a few alone would look as if they were more than others.
  void find_values() {
    has_values_.assign(descent_.rows.size(), value_size() >= least_value());
    boxes_.assign(descent_.rows.size(), {});
    for (const Descent::Node& node : descent_.nodes) boxes_[node.row].push_back(box_of(node));
    for (const Descent::Node& node : descent_.nodes)
      if (has_values_[node.row] && text_width(words_of(node), value_size(), Face::sans) > 0.98F * side_.x)
        has_values_[node.row] = false;
  }

  // What each row is, and how many of its values came of several.
  void draw_rows() {
    const float size = std::min(0.85F * text_, 0.9F * high_);
    if (size < std::min(0.5F, view_.least) * text_ || (view_.is_for_a_class() && size < view_.least * text_)) return;
    for (std::size_t n = 0; n < descent_.rows.size(); ++n) {
      const Row& row = descent_.rows[n];
      const float y = room_.y + high_ * static_cast<float>(n);
      const bool is_new = n == 0 || name_of(descent_.rows[n - 1]) != name_of(row);
      if (is_new) put(picture_, {0, y, names_wide() - 0.4F * text_, side_.y}, name_of(row), size, ink_of_row(row), Face::bold);
      if (row.joined > 0)
        put(picture_, {view_.width - counts_wide(), y, counts_wide(), side_.y}, count_name(row.joined), size, Ink::dim,
            Face::sans, Align::right);
    }
  }

  // Where all threads waited for each other; over what else is there, and beyond it at both sides.
  void draw_barriers() {
    const float more = 0.35F * text_;
    for (std::size_t n = 1; n < descent_.rows.size(); ++n) {
      const Row& row = descent_.rows[n];
      if (row.interval <= descent_.rows[n - 1].interval || row.kind == Row::Kind::loaded) continue;
      const float y = room_.y + high_ * static_cast<float>(n) - 0.22F * (high_ - side_.y);
      picture_.lines.push_back({{room_.x - more, y}, {room_.right() + more, y}, Ink::wait, std::max(1.0F, 0.07F * text_), true});
    }
  }

  // Thin where columns are narrow, so that lines stay apart; the selected thread's on top.
  void draw_lines(State state) {
    for (const bool own : {false, true}) draw_lines(state, own);
  }
  void draw_lines(State state, bool is_own) {
    for (const Descent::Node& node : descent_.nodes) {
      if (state_of(node, of_.frame) != state || (node.thread == of_.frame.thread) != is_own) continue;
      const Box to = box_of(node);
      for (const std::uint32_t source : node.sources) {
        const Box from = box_of(descent_.nodes[source]);
        const float wanted = state == State::now ? 0.16F * text_ : is_own ? 0.13F * text_ : 0.08F * text_;
        const float width = std::min(wanted, (is_own ? 0.3F : 0.1F) * pitch_);
        const Ink ink = state == State::later ? Ink::faint
                        : is_own              ? Ink::text
                        : state == State::now ? Ink::now
                                              : Ink::dim;
        const bool falls = from.y < to.y;
        draw_line({{from.middle().x, falls ? from.bottom() : from.y},
                   {to.middle().x, falls ? to.y : to.bottom()},
                   ink,
                   std::max(1.0F, width),
                   false},
                  descent_.nodes[source].row + 1, node.row);
      }
    }
  }

  // From row `first` to before row `end` it goes on behind the boxes that have a value.
  void draw_line(Line line, std::uint32_t first, std::uint32_t end) {
    const Point from = line.from, way{line.to.x - line.from.x, line.to.y - line.from.y};
    for (std::uint32_t row = first; row < end; ++row) {
      if (!has_values_[row]) continue;
      const float y = room_.y + high_ * static_cast<float>(row);
      const auto at = [&](float height) { return Point{from.x + way.x * (height - from.y) / way.y, height}; };
      const Point in = at(y), out = at(y + side_.y);
      const Box met{std::min(in.x, out.x), y, std::max(1.0F, std::abs(out.x - in.x)), side_.y};
      const auto& boxes = boxes_[row];
      if (std::none_of(boxes.begin(), boxes.end(), [&](const Box& box) { return !common(box, met).is_empty(); })) continue;
      line.to = in;
      picture_.lines.push_back(line);
      line.from = out;
    }
    line.to = {from.x + way.x, from.y + way.y};
    picture_.lines.push_back(line);
  }

  void draw_node(const Descent::Node& node) {
    const State state = state_of(node, of_.frame);
    const Box box = box_of(node);
    const bool is_own = node.thread == of_.frame.thread;
    const Ink ink = state == State::now ? Ink::now : ink_of_row(descent_.rows[node.row]);
    const float opacity = state == State::later ? 0.12F : state == State::now ? 1.0F : 0.75F;
    const Ink edge = is_own ? Ink::text : state == State::later ? Ink::faint : Ink::border;
    picture_.shapes.push_back({box, ink, box.w > 4 ? edge : Ink::none, is_own ? 2.0F : 1.0F, 0.15F * text_, opacity});
    if (state != State::later && has_values_[node.row])
      put(picture_, box, words_of(node), value_size(), state == State::now ? Ink::on_ink : Ink::text, Face::sans,
          Align::center);
    Target target{.kind = Target::Kind::moment};
    target.number = node.thread + 1 + static_cast<std::uint32_t>(descent_.block * of_.trace.threads_per_block());
    target.moment = node.moment;
    picture_.hits.push_back({box, target});
  }

  void draw_legend(const Box& room) {
    if (room.bottom() > view_.height) return;
    const float size = 0.82F * text_, side = 0.9F * text_;
    float x = 0;
    const auto item = [&](const std::string& words, Ink ink, float opacity, Ink edge, float width) {
      picture_.shapes.push_back({{x, room.y + (room.h - side) / 2, side, side}, ink, edge, width, 0.15F * text_, opacity});
      const float wide = 1.05F * text_width(words, size, Face::sans);
      put(picture_, {x + side + 0.4F * text_, room.y, wide, room.h}, words, size, Ink::dim);
      x += side + wide + 1.4F * text_;
    };
    item("now", Ink::now, 1, Ink::border, 1);
    item("not yet", Ink::work, 0.12F, Ink::border, 1);
    item("of " + thread_name(of_.trace.launch(), of_.frame.thread), Ink::none, 1, Ink::text, 2);
    put_first(picture_, {x, room.y, view_.width - x, room.h},
              {"dashed: a barrier. Joined: so many came of several.", "dashed: a barrier; joined: of several",
               "dashed: a barrier", ""},
              size, Ink::dim);
  }

  const Explainable& of_;
  const Descent& descent_;
  const View& view_;
  const float text_;
  Picture picture_;
  Box room_;
  float high_ = 0, pitch_ = 0, left_ = 0;
  Point side_;
  std::vector<bool> has_values_;         // by row
  std::vector<std::vector<Box>> boxes_;  // likewise
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
  return fmt::format("{} rows, {} values joined of several, block {}: {}", of.descent->rows.size(),
                     joined_in(*of.descent), block_name(of.trace.launch(), of.descent->block), of.trace.launch().kernel);
}

}  // namespace tilescope
