#include "app/stage/timeline.h"

#include <algorithm>
#include <cmath>

#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float least_column = 2;  // pixels: narrower steps have no columns of their own, but shares
constexpr float shares_column = 0.4F, least_share = 1;  // units, pixels: the least sizes of the bars of shares
constexpr float apart = 5;                             // pixels: wider cells are separate, with a gap
constexpr float least_zero = 7;                        // pixels: the least size of the 0 for padding
constexpr float future = 0.28F;                        // the opacity of future steps

// A part of a lane's bar of shares, from the bottom up.
struct BarPart {
  ActivityKind kind;
  float height = 0;

  bool operator==(const BarPart&) const = default;
};

// A place to point at: one step, or the first of several.
struct Column {
  std::uint32_t step = 0;
  float x = 0, right = 0;
};

// The look of a lane's cell; equal adjacent cells become one shape.
struct Look {
  Activity activity = Activity::done;
  Ink ink = Ink::none;
  bool happened = false;
  std::uint8_t share = 255;  // the share of the lane's threads that take part; 255 is all

  bool operator==(const Look&) const = default;
};

class Timeline {
 public:
  Timeline(const Frame& frame, const TimelineView& timeline, const View& view)
      : scenery_(*frame.scenery),
        frame_(frame),
        view_(view),
        lanes_(timeline.lanes.empty() ? timeline_lanes(scenery_, frame.block, Fold::threads, {}) : timeline.lanes),
        axis_(timeline_axis(scenery_, timeline, view)),
        picture_(view.picture()) {
    if (axis_.lanes == 1) axis_.first_lane = lane_of(lanes_, frame.thread);
    find_columns();
    if (axis_.width_of_step() < least_column)
      ranges_ = ranges_for_shares(scenery_.order(), axis_.width_of_step(), shares_column * axis_.unit);
  }

  Picture draw(const std::vector<std::uint64_t>& marks, const std::optional<Waits>& waits) {
    if (has_shares()) {
      draw_shares(waits);
    } else {
      draw_phases(picture_, frame_, axis_, waits, std::nullopt);
      draw_steps();
    }
    draw_scroll_bar();
    for (const Column& column : columns_)
      picture_.hits.push_back({{column.x, 0, column.right - column.x, view_.height},
                               {.kind = Target::Kind::moment, .moment = scenery_.moments().end_of(column.step)}});
    draw_marks(marks);
    draw_playhead();
    return std::move(picture_);
  }

 private:
  void find_columns() {
    if (frame_.steps == 0) return;
    const auto last = std::min(axis_.first_step + axis_.steps_shown, static_cast<double>(frame_.steps));
    const double stride = std::max(1.0, least_column / static_cast<double>(axis_.width_of_step()));
    for (double at = std::floor(axis_.first_step / stride) * stride; at < last; at += stride) {
      const auto first = static_cast<std::uint32_t>(at);
      const float x = std::max(axis_.x_of(at), axis_.left), right = std::min(axis_.x_of(at + stride), axis_.right);
      if (right > x) columns_.push_back({first, x, right});
    }
  }

  [[nodiscard]] float small() const { return 0.85F * axis_.unit; }
  [[nodiscard]] bool one_by_one() const { return axis_.width_of_step() >= apart; }

  [[nodiscard]] bool has_happened(const ThreadNow& thread, std::uint32_t step) const {
    if (frame_.at_begin || step > frame_.step) return false;
    if (step < frame_.step) return true;
    return thread.done > scenery_.events_before(thread.path, step);
  }

  [[nodiscard]] Look look(const ThreadNow& thread, std::uint32_t step) const {
    const Activity activity = scenery_.activity(thread.path, step);
    if (activity == Activity::done || activity == Activity::ready) return {};
    // A thread waits during the turns of others.
    if (scenery_.order().is_of_turns() && activity != Activity::waiting &&
        scenery_.moments().events_in(thread.path, step) == 0)
      return {};
    const Ink ink = activity == Activity::guarded ? Ink::none : ink_of(scenery_, activity, step);
    return {activity, ink, has_happened(thread, step)};
  }

  // For several threads: the activity of the first one that takes part, and how many take part.
  [[nodiscard]] Look look(const TimelineLane& lane, std::uint32_t step) const {
    if (!lane.is_group()) return look(frame_.threads[lane.threads.front()], step);
    std::uint32_t path = ~0U, count = 0;
    bool takes_part = false;
    const ThreadNow* first = nullptr;
    for (const std::uint32_t number : lane.threads) {
      const ThreadNow& thread = frame_.threads[number];
      if (thread.path != path) {
        path = thread.path;
        takes_part = scenery_.moments().events_in(path, step) > 0;
      }
      if (!takes_part) continue;
      if (count++ == 0) first = &thread;
    }
    Look of = look(first == nullptr ? frame_.threads[lane.threads.front()] : *first, step);
    if (first == nullptr) return of;
    of.share = static_cast<std::uint8_t>(std::max<std::size_t>(1, 255 * count / lane.threads.size()));
    return of;
  }

  [[nodiscard]] bool has_shares() const { return !ranges_.empty(); }

  void draw_steps() {
    if (is_grid())
      draw_grid();
    else
      for (std::uint32_t lane = 0; lane < axis_.lanes; ++lane) draw_lane(lane);
    draw_barriers();
  }

  void draw_shares(const std::optional<Waits>& waits) {
    if (const StepRange* range = pointed_range()) {
      draw_range(picture_, frame_, axis_, *range);
      const Box lanes{0, axis_.first_lane_y, 0, axis_.bottom() - axis_.first_lane_y};
      picture_.frames.push_back({axis_.span(range->first, range->end, lanes), Ink::none, Ink::text, 1, 0});
    } else {
      draw_phases(picture_, frame_, axis_, waits, range_now());
    }
    for (std::uint32_t lane = 0; lane < axis_.lanes; ++lane)
      if (axis_.first_lane + lane < lanes_.size()) draw_lane_shares(lanes_[axis_.first_lane + lane], axis_.lane(lane));
  }

  [[nodiscard]] const StepRange* pointed_range() const {
    if (view_.hovered.kind != Target::Kind::moment) return nullptr;
    return range_with(scenery_.moments().step_at(view_.hovered.moment));
  }

  [[nodiscard]] const StepRange* range_with(std::uint32_t step) const {
    const auto found =
        std::find_if(ranges_.begin(), ranges_.end(), [&](const StepRange& range) { return range.holds(step); });
    return found == ranges_.end() ? nullptr : &*found;
  }

  // The current range; at the beginning, all steps.
  [[nodiscard]] StepRange range_now() const {
    const StepRange* range = frame_.at_begin ? nullptr : range_with(frame_.step);
    return range == nullptr ? StepRange{0, frame_.steps} : *range;
  }

  // Adjacent bars that are equal become one.
  void draw_lane_shares(const TimelineLane& lane, const Box& box) {
    draw_lane_name(lane, box);
    picture_.shapes.push_back({box, Ink::cell, Ink::none, 1, 0, 0.7F});
    const StepShares shares(scenery_, frame_.block, lane.threads);
    std::vector<BarPart> bar;
    Box place{box.x, box.y, 0, box.h};
    for (const StepRange& range : ranges_) {
      const Box next = axis_.span(range.first, range.end, box);
      if (next.w <= 0) continue;
      std::vector<BarPart> parts = bar_of(shares.in(range), box.h);
      if (parts != bar) {
        draw_bar(bar, place);
        bar = std::move(parts);
        place.x = next.x;
      }
      place.w = next.right() - place.x;
    }
    draw_bar(bar, place);
  }

  // In whole pixels, of which even the least share has one.
  [[nodiscard]] static std::vector<BarPart> bar_of(const std::vector<StepShare>& shares, float height) {
    std::vector<BarPart> bar;
    double all = 0;
    float used = 0;
    for (const StepShare& share : shares) {
      bar.push_back({share.kind, std::max(least_share, std::round(static_cast<float>(share.part) * height))});
      used += bar.back().height;
      all += share.part;
    }
    if (bar.empty()) return bar;
    const auto tallest = std::max_element(
        bar.begin(), bar.end(), [](const BarPart& one, const BarPart& other) { return one.height < other.height; });
    tallest->height = std::max(least_share, tallest->height + static_cast<float>(all) * height - used);
    return bar;
  }

  // What has happened is bright; the bar keeps its shares when the cursor passes it.
  void draw_bar(const std::vector<BarPart>& bar, const Box& place) {
    const float now = std::clamp(frame_.at_begin ? axis_.left : axis_.x_of(steps_before(scenery_, frame_.moment)),
                                 place.x, place.right());
    float y = place.bottom();
    for (const BarPart& part : bar) {
      y -= part.height;
      draw_bar_part(part, {place.x, y, now - place.x, part.height}, 1);
      draw_bar_part(part, {now, y, place.right() - now, part.height}, future);
    }
  }

  void draw_bar_part(const BarPart& part, const Box& box, float opacity) {
    if (box.w <= 0) return;
    Shape shape{box, ink_of(scenery_, part.kind), Ink::none, 0, 0, opacity};
    if (part.kind.activity == Activity::waiting && box.w >= 4 && box.h >= 4)
      shape.mark = Mark::hatch, shape.line = Ink::on_ink;
    if (part.kind.activity == Activity::padding) shape.opacity *= 0.4F;
    picture_.shapes.push_back(shape);
  }

  void draw_lane(std::uint32_t number) {
    if (axis_.first_lane + number >= lanes_.size()) return;
    const TimelineLane& thread = lanes_[axis_.first_lane + number];
    const Box box = axis_.lane(number);
    draw_lane_name(thread, box);
    picture_.shapes.push_back({box, Ink::cell, Ink::none, 1, 0.18F * box.h, 0.7F});
    for (std::size_t at = 0; at < columns_.size();) {
      const Look of = look(thread, columns_[at].step);
      std::size_t end = at + 1;
      if (!one_by_one())
        while (end < columns_.size() && look(thread, columns_[end].step) == of) ++end;
      draw_cell(of, columns_[at].step, {columns_[at].x, box.y, columns_[end - 1].right - columns_[at].x, box.h});
      at = end;
    }
  }

  // Hundreds of cells are drawn as one grid.
  [[nodiscard]] bool is_grid() const {
    const bool is_even = axis_.first_step == std::floor(axis_.first_step) &&
                         axis_.steps_shown == std::floor(axis_.steps_shown) &&
                         static_cast<double>(columns_.size()) == axis_.steps_shown;
    return is_even && one_by_one() && columns_.size() * axis_.lanes > 150;
  }

  void draw_grid() {
    const Box box{axis_.left, axis_.first_lane_y, axis_.right - axis_.left,
                  axis_.lane_pitch * static_cast<float>(axis_.lanes)};
    Grid grid = grid_in(box, axis_.lanes, static_cast<std::uint32_t>(columns_.size()), "timeline", Ink::edge);
    for (std::uint32_t lane = 0; lane < axis_.lanes; ++lane) {
      const TimelineLane& of_lane = lanes_[std::min<std::size_t>(axis_.first_lane + lane, lanes_.size() - 1)];
      draw_lane_name(of_lane, axis_.lane(lane));
      for (const Column& column : columns_) {
        const Look of = look(of_lane, column.step);
        const int bright = of.ink == Ink::none ? 0 : of.happened ? 255 : 70;
        const auto strength = static_cast<std::uint8_t>(bright * (60 + 195 * of.share / 255) / 255);
        const bool padded = of.activity == Activity::padding;
        grid.cells.push_back({of.ink == Ink::none ? Ink::cell : of.ink, padded ? Mark::ring : Mark::none,
                              padded ? static_cast<std::uint8_t>(strength / 2) : strength, false, false});
        draw_letter(of, column.step, {column.x, axis_.lane(lane).y, column.right - column.x, axis_.lane_height});
      }
    }
    picture_.grids.push_back(std::move(grid));
  }

  void draw_letter(const Look& of, std::uint32_t step, const Box& box) {
    const float size = std::min(0.8F * axis_.unit, 0.78F * box.h);
    const std::string letter = of.activity == Activity::waiting ? "" : letter_of(scenery_, of.activity, step);
    // One letter is enough for a long row of "×" or "+".
    const float least = of.activity == Activity::multiplying ? 1.9F * size : 0.75F * size + 3;
    if (letter.empty() || of.activity == Activity::done || box.w < least) return;
    const bool on_ink = of.happened && of.ink != Ink::none && of.activity != Activity::padding;
    put(picture_, box, letter, size, on_ink ? Ink::on_ink : Ink::dim, Face::bold, Align::center);
  }

  void draw_lane_name(const TimelineLane& of, const Box& lane) {
    Box name{axis_.names, lane.y, axis_.left - axis_.names - 0.3F * axis_.unit, lane.h};
    const Target target{.kind = of.is_group() ? Target::Kind::lane : Target::Kind::thread,
                        .number = of.threads.front()};
    const bool selected = of.holds(frame_.thread) && !of.is_open, hovered = view_.hovered == target;
    const Box row{0, lane.y - 1, axis_.right, lane.h + 2};
    if (selected)
      picture_.shapes.push_back({row, Ink::now, Ink::none, 1, 2, 0.16F});
    else if (hovered)
      picture_.shapes.push_back({row, Ink::text, Ink::none, 1, 2, 0.08F});
    if (selected) picture_.shapes.push_back({{0, lane.y - 1, std::max(3.0F, 0.2F * axis_.unit), lane.h + 2}, Ink::now});
    if (of.is_group()) {
      const float side = 0.55F * axis_.unit;
      draw_opener({name.x, lane.y + (lane.h - side) / 2, side, side}, of.is_open);
      name.x += 0.8F * axis_.unit;
      name.w -= 0.8F * axis_.unit;
    }
    put(picture_, name, of.name, std::min(small(), 0.9F * lane.h), selected || hovered ? Ink::text : Ink::dim,
        Face::mono);
    picture_.hits.push_back({{0, lane.y, axis_.left, axis_.lane_pitch}, target});
  }

  // An arrow that points right if the lane is closed, down if it is open.
  void draw_opener(const Box& box, bool is_open) {
    const Point middle = box.middle();
    if (is_open)
      picture_.triangles.push_back(
          {{Point{box.x, box.y}, Point{box.right(), box.y}, Point{middle.x, box.bottom()}}, Ink::dim});
    else
      picture_.triangles.push_back(
          {{Point{box.x, box.y}, Point{box.right(), middle.y}, Point{box.x, box.bottom()}}, Ink::dim});
  }

  void draw_cell(const Look& of, std::uint32_t step, const Box& place) {
    if (of.activity == Activity::done) return;
    const float gap = one_by_one() ? (place.w >= 14 ? 1.0F : 0.5F) : 0;
    // The height is the share of the lane's threads that take part.
    const float high = place.h * (0.3F + 0.7F * static_cast<float>(of.share) / 255);
    const Box box{place.x + gap, place.bottom() - high, place.w - 2 * gap, high};
    const float rounding = one_by_one() ? std::min(0.18F * place.h, 0.25F * box.w) : 0;
    const bool padded = of.activity == Activity::padding;
    const std::string letter = of.activity == Activity::waiting ? "" : letter_of(scenery_, of.activity, step);
    const float size = std::min(0.8F * axis_.unit, 0.78F * place.h);
    const bool lettered = !letter.empty() && one_by_one() && box.w >= 0.75F * size + 3 && box.h >= 0.9F * size;
    Shape shape{box, of.ink, Ink::none, 0, rounding, of.happened ? 1 : future};
    if (of.activity == Activity::waiting && box.w >= 4) shape.mark = Mark::hatch, shape.line = Ink::on_ink;
    if (padded) {
      shape.line = of.ink;
      shape.width = 1.5F;
      shape.opacity *= 0.4F;
    }
    if (of.ink != Ink::none) picture_.shapes.push_back(shape);
    const bool on_ink = of.happened && of.ink != Ink::none && !padded;
    const Ink ink = on_ink ? Ink::on_ink : of.ink == Ink::none ? Ink::faint : Ink::dim;
    // Padding keeps its 0, however small; a cross would look like a product.
    const float small = padded && one_by_one() ? std::min({size, box.w / 0.75F, box.h / 0.9F}) : 0;
    if (lettered || small >= least_zero)
      put(picture_, box, letter, lettered ? size : small, ink, Face::bold, Align::center);
  }

  // Barriers are at the end of each step in which threads wait: there the block continues together.
  void draw_barriers() {
    float last = -apart;
    for (const Column& column : columns_) {
      const auto waits = [&](std::uint32_t lane) {
        if (axis_.first_lane + lane >= lanes_.size()) return false;
        const ThreadNow& thread = frame_.threads[lanes_[axis_.first_lane + lane].threads.front()];
        return scenery_.activity(thread.path, column.step) == Activity::waiting &&
               scenery_.moments().events_in(thread.path, column.step) > 0;
      };
      if (!waits(0) && !waits(axis_.lanes - 1)) continue;
      const float x = std::round(column.right);
      if (x - last < apart || x > axis_.right) continue;
      last = x;
      const bool passed = frame_.moment >= scenery_.moments().end_of(column.step);
      const float width = axis_.width_of_step() >= 14 ? 2 : 1;
      const float top = axis_.first_lane_y - 0.2F * axis_.unit;
      const Box line{x - width / 2, top, width, axis_.bottom() - top};
      picture_.frames.push_back({line, Ink::wait, Ink::none, 0, 0, passed ? 1.0F : 0.5F});
    }
  }

  void draw_scroll_bar() {
    const auto threads = static_cast<float>(lanes_.size());
    if (static_cast<float>(axis_.lanes) >= threads) return;
    const float height = axis_.bottom() - axis_.first_lane_y, width = 0.25F * axis_.unit;
    const Box track{axis_.right + 0.4F * axis_.unit, axis_.first_lane_y, width, height};
    const float top = height * static_cast<float>(axis_.first_lane) / threads;
    const float length = std::max(height * static_cast<float>(axis_.lanes) / threads, 2 * width);
    picture_.shapes.push_back({track, Ink::text, Ink::none, 1, width / 2, 0.15F});
    picture_.shapes.push_back(
        {{track.x, track.y + std::min(top, height - length), width, length}, Ink::dim, Ink::none, 1, width / 2});
  }

  // Drawn in rows, half as high as wide.
  void triangle(float x, float y, int depth, Ink ink) {
    for (int row = 0; row < depth; ++row) {
      const auto half = static_cast<float>(depth - row);
      picture_.frames.push_back({{x - half, y + static_cast<float>(row), 2 * half, 1}, ink});
    }
  }

  void draw_marks(const std::vector<std::uint64_t>& marks) {
    const int depth = std::max(3, static_cast<int>(std::lround(0.32F * axis_.unit)));
    float last = -1e9F;
    for (const std::uint64_t moment : marks) {
      const float x = std::round(axis_.x_of(steps_before(scenery_, moment)));
      if (x < axis_.left || x > axis_.right || std::abs(x - last) < 2) continue;
      last = x;
      triangle(x, axis_.rail - static_cast<float>(depth) - 1, depth, Ink::bad);
      picture_.hits.push_back({{x - static_cast<float>(depth), 0, 2 * static_cast<float>(depth), axis_.rail},
                               {.kind = Target::Kind::moment, .moment = moment}});
    }
  }

  void draw_playhead() {
    const double at = frame_.at_begin ? 0 : steps_before(scenery_, frame_.moment);
    const float x = axis_.x_of(at);
    if (x < axis_.left - 1 || x > axis_.right + 1) return;
    if (!frame_.at_begin && one_by_one()) {
      const Box step =
          axis_.span(frame_.step, frame_.step + 1, {0, axis_.first_lane_y, 0, axis_.bottom() - axis_.first_lane_y});
      picture_.frames.push_back({{step.x, step.y - 1.5F, step.w, step.h}, Ink::none, Ink::now, 2, 0.2F * axis_.unit});
    }
    // A dark rim keeps the line visible on bright cells and on white.
    const float bottom = axis_.bottom() + 0.25F * axis_.unit, line = std::max(2.0F, 0.2F * axis_.unit);
    picture_.lines.push_back({{x, axis_.rail - 1}, {x, bottom}, Ink::on_ink, line + 1});
    picture_.lines.push_back({{x, axis_.rail - 2}, {x, bottom}, Ink::now, line});
    const int depth = std::max(4, static_cast<int>(std::lround(0.5F * axis_.unit)));
    triangle(x, axis_.rail - static_cast<float>(depth) - 1, depth + 2, Ink::on_ink);
    triangle(x, axis_.rail - static_cast<float>(depth), depth, Ink::now);
  }

  const Scenery& scenery_;
  const Frame& frame_;
  const View& view_;
  std::vector<TimelineLane> lanes_;
  TimelineAxis axis_;
  std::vector<Column> columns_;
  std::vector<StepRange> ranges_;  // only where steps are too narrow
  Picture picture_;
};

}  // namespace

Picture timeline_picture(const Frame& frame, const TimelineView& timeline, const View& view) {
  return Timeline(frame, timeline, view).draw(timeline.marks, timeline.waits);
}

}  // namespace tilescope
