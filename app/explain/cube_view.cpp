#include "app/explain/cube_view.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "app/explain/cube.h"
#include "app/stage/corner.h"
#include "app/stage/flow.h"
#include "app/stage/text.h"
#include "instrumentation/analysis/warp_access.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

using Colour = CubeLook::Colour;
using Brush = CubeLook::Brush;

constexpr std::array cycle{Ink::a, Ink::b, Ink::c, Ink::wait, Ink::other, Ink::work};
constexpr float heat_room = 190;         // of 255: the lightest colours are too close to the ink of the current step
constexpr std::uint32_t most_dots = 16;  // along an axis

enum class State : std::uint8_t { hidden, done, now, later };

// A direction or a place in space, in the three axes.
using Vector = std::array<float, 3>;

// Parallel projection from space to the picture.
class Camera {
 public:
  explicit Camera(const CubeLook& look) {
    const auto radians = [](int degrees) { return static_cast<float>(degrees) * std::numbers::pi_v<float> / 180; };
    const float yaw = radians(look.yaw), pitch = radians(look.pitch);
    // The first axis points down, the second to the right, the third away from the reader.
    right_ = {0, std::cos(yaw), std::sin(yaw)};
    down_ = {std::cos(pitch), std::sin(yaw) * std::sin(pitch), -std::cos(yaw) * std::sin(pitch)};
    depth_ = {std::sin(pitch), -std::sin(yaw) * std::cos(pitch), std::cos(yaw) * std::cos(pitch)};
  }
  void place(float scale, Point middle) { scale_ = scale, middle_ = middle; }

  [[nodiscard]] Point direction(const Vector& at) const { return {scale_ * dot(right_, at), scale_ * dot(down_, at)}; }
  [[nodiscard]] Point operator()(const Vector& at) const {
    const Point seen = direction(at);
    return {middle_.x + seen.x, middle_.y + seen.y};
  }
  // Whether the side at the start of the axis is visible. Otherwise the side at its end is visible, or neither.
  [[nodiscard]] bool sees_begin(std::size_t axis) const { return depth_[axis] > 0; }
  [[nodiscard]] float facing(std::size_t axis) const { return std::abs(depth_[axis]); }

 private:
  static float dot(const Vector& one, const Vector& other) {
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
  }
  Vector right_{}, down_{}, depth_{};
  float scale_ = 1;
  Point middle_;
};

// The distance of the matrices from the cube, so that A beside it and B above it stay visible.
constexpr Vector wall_gap{0.56F, 0.66F, 0.9F};

struct Wall {
  std::uint8_t array = no_array;
  std::size_t across = 0;  // the axis perpendicular to it
  bool at_end = false;     // at the end of that axis, not at its start
  reading::Matrix matrix;
  std::size_t row_axis = 0, column_axis = 0;
};

using CubePlace = std::array<std::uint32_t, 3>;

// The point of two operands, an element of A and an element of B.
std::optional<CubePlace> place_of(const Arithmetic::Operand& a, const Arithmetic::Operand& b,
                                  const reading::LaunchProduct& product) {
  const auto place = [](const Arithmetic::Operand& of, const reading::Matrix& matrix) {
    const bool is_direct = of.array == matrix.array, is_passed_on = of.source_array == matrix.array;
    std::optional<std::pair<std::uint32_t, std::uint32_t>> found;
    if (is_direct || is_passed_on) {
      const std::uint32_t element = is_direct ? of.element : of.source_element;
      const auto across = static_cast<std::uint32_t>(matrix.by_columns ? matrix.rows : matrix.columns);
      found = {element / across, element % across};
      if (matrix.by_columns) std::swap(found->first, found->second);
    }
    return found;
  };
  const auto in_a = place(a, product.a), in_b = place(b, product.b);
  if (!in_a || !in_b || in_a->second != in_b->first) return std::nullopt;
  return CubePlace{in_a->first, in_b->second, in_a->second};
}

// The point of the selected thread's multiply-add.
std::optional<CubePlace> multiplied_now(const Frame& frame, const reading::LaunchProduct& product) {
  if (!frame.arithmetic) return std::nullopt;
  const auto& sum = *frame.arithmetic;
  if (const auto place = place_of(sum.first, sum.second, product)) return place;
  return place_of(sum.second, sum.first, product);
}

class CubePicture {
 public:
  CubePicture(const Explainable& of, const View& view)
      : of_(of),
        cube_(*of.cube),
        look_(of.choices.cube),
        view_(view),
        text_(view.text),
        scenery_(*of.frame.scenery),
        camera_(look_),
        product_(reading::product_of(scenery_.launch())),
        picture_(view.picture()) {
    const Order& order = scenery_.order();
    phase_of_.assign(order.step_count() + std::size_t{1}, 0);
    for (std::size_t n = 0; n < order.phases().size(); ++n)
      for (std::uint32_t step = order.phases()[n].first_step; step < order.phases()[n].end_step; ++step)
        phase_of_[step] = static_cast<std::uint32_t>(n);
    std::uint64_t longest = 1;
    for (const Cube::Axis& axis : cube_.axes) longest = std::max(longest, axis.length);
    for (std::size_t n = 0; n < 3; ++n) {
      const float part = static_cast<float>(cube_.axes[n].length) / static_cast<float>(longest);
      extent_[n] = std::max(part, cube_.is_product ? 0.25F : 0.6F);
    }
    if (look_.slice) {
      const Cube::Axis& axis = cube_.axes[look_.slice->axis];
      slice_ = axis.cell_of(std::clamp<std::uint64_t>(look_.slice->place, axis.first, axis.end() - 1));
    }
  }

  // A class sees the cube before the options, because it cannot click.
  Picture draw() {
    constexpr float least_cube = 14, most_cube = 100;  // in units of the text size
    Flow flow(picture_, view_);
    flow.words(title(), {Ink::text, Face::bold, 1, 0});
    flow.words(sentence(), {Ink::text, Face::sans, 0.88F, 0});
    if (!view_.is_for_a_class()) flow.add(options_picture(cube_options(of_), view_.width, text_));
    flow.space(0.3F);
    const std::vector<Sign> signs = this->signs();
    const float below = height_of(view_.width, text_, [&](Flow& part) { tell_below(part, signs); });
    room_ = flow.stretched(least_cube, most_cube, below / text_);
    draw_space();
    tell_below(flow, signs);
    return std::move(picture_);
  }

  [[nodiscard]] std::string title() const {
    const auto length = [&](std::size_t axis) { return count_name(cube_.axes[axis].whole); };
    if (!cube_.is_product)
      return fmt::format("{} accesses in space and time{}", count_name(cube_.placed), cube_.is_part() ? " (part)" : "");
    const std::uint64_t all = cube_.axes[0].whole * cube_.axes[1].whole * cube_.axes[2].whole;
    const std::string points = cube_.placed < all ? fmt::format("{} of {}", count_name(cube_.placed), count_name(all))
                                                  : count_name(cube_.placed);
    return fmt::format("{} multiply-adds: {} × {} × {}", points, length(0), length(1), length(2));
  }

  [[nodiscard]] std::string sentence() const {
    std::string words = cube_.is_product
                            ? "One point is one multiply-add: C[i][j] += A[i][k] × B[k][j]."
                            : "One point is one access: a thread (down), an element (to the right), a step (depth).";
    if (cube_.is_merged())
      words += fmt::format(" A box stands for {} × {} × {} points and has the colour of the first.",
                           cube_.axes[0].merged, cube_.axes[1].merged, cube_.axes[2].merged);
    if (cube_.is_part()) {
      std::vector<std::string> from;
      for (const Cube::Axis& axis : cube_.axes)
        if (axis.length < axis.whole)
          from.push_back(fmt::format("{} = {} to {}", axis.name, axis.first, axis.end() - 1));
      words += fmt::format(" Here: {}.", fmt::join(from, ", "));
    }
    if (cube_.again > 0) words += fmt::format(" Repeated: {}.", count_name(cube_.again));
    if (cube_.padding > 0) words += fmt::format(" Not shown: {} with a padded zero.", count_name(cube_.padding));
    if (cube_.others > 0) words += fmt::format(" Not shown: {} with unknown factors.", count_name(cube_.others));
    if (!scenery_.fully_recorded()) words += " Only recorded blocks are shown.";
    return words;
  }

  // The state of each cell: what is visible of it.
  [[nodiscard]] std::vector<State> states() const {
    std::vector<State> states(cube_.points.size(), State::hidden);
    const Frame& frame = of_.frame;
    const std::uint32_t threads = cube_.threads_per_block;
    const auto first = static_cast<std::uint32_t>(frame.block * threads);
    std::uint32_t begin = 0, end = Cube::Point::nobody;  // the range of shown threads
    if (look_.brush == Brush::block) begin = first, end = first + threads;
    if (look_.brush == Brush::warp) begin = first + frame.thread / warp_lanes * warp_lanes, end = begin + warp_lanes;
    if (look_.brush == Brush::thread) begin = first + frame.thread, end = begin + 1;
    if (look_.brush == Brush::warp) end = std::min(end, first + threads);
    const std::uint32_t now = frame.step;
    const auto look_at = [&](std::uint32_t cell) {
      const Cube::Point& point = cube_.points[cell];
      if (point.thread < begin || point.thread >= end) return;
      states[cell] = frame.at_begin || point.step > now                                               ? State::later
                     : !frame.at_end && now <= point.last && (point.step == now || cube_.is_merged()) ? State::now
                                                                                                      : State::done;
    };
    std::array<std::uint32_t, 3> from{0, 0, 0}, to{cube_.axes[0].cells, cube_.axes[1].cells, cube_.axes[2].cells};
    if (look_.slice) from[look_.slice->axis] = slice_, to[look_.slice->axis] = slice_ + 1;
    for (std::uint32_t i = from[0]; i < to[0]; ++i)
      for (std::uint32_t j = from[1]; j < to[1]; ++j)
        for (std::uint32_t k = from[2], cell = cube_.cell_at(i, j, k); k < to[2]; ++k, ++cell) look_at(cell);
    return states;
  }

 private:
  // A cell's place in space; the origin is the middle of the cube.
  [[nodiscard]] Vector in_space(const Vector& cells) const {
    Vector at{};
    for (std::size_t n = 0; n < 3; ++n)
      at[n] = extent_[n] * (cells[n] / static_cast<float>(cube_.axes[n].cells) - 0.5F);
    return at;
  }
  [[nodiscard]] Vector end() const {
    return {static_cast<float>(cube_.axes[0].cells), static_cast<float>(cube_.axes[1].cells),
            static_cast<float>(cube_.axes[2].cells)};
  }

  [[nodiscard]] std::vector<Wall> walls() const {
    if (!product_) return {};
    return {{static_cast<std::uint8_t>(product_->c.array), 2, true, product_->c, 0, 1},
            {static_cast<std::uint8_t>(product_->a.array), 1, false, product_->a, 0, 2},
            {static_cast<std::uint8_t>(product_->b.array), 0, false, product_->b, 2, 1}};
  }

  // The wall's place along the axis perpendicular to it, in cells.
  [[nodiscard]] float stand(const Wall& wall) const {
    const float cells = static_cast<float>(cube_.axes[wall.across].cells), gap = wall_gap[wall.across];
    const float away = gap / extent_[wall.across] * cells;
    return wall.at_end ? cells + away : -away;
  }

  // Scales the drawing so that everything fits.
  void place_camera() {
    std::vector<Vector> corners;
    const Vector end = this->end();
    for (int n = 0; n < 8; ++n)
      corners.push_back(in_space({(n & 1) != 0 ? end[0] : 0, (n & 2) != 0 ? end[1] : 0, (n & 4) != 0 ? end[2] : 0}));
    for (const Wall& wall : walls())
      for (int n = 0; n < 4; ++n) {
        Vector at{};
        at[wall.across] = stand(wall);
        at[wall.row_axis] = (n & 1) != 0 ? end[wall.row_axis] : 0;
        at[wall.column_axis] = (n & 2) != 0 ? end[wall.column_axis] : 0;
        corners.push_back(in_space(at));
      }
    Point low{1e9F, 1e9F}, high{-1e9F, -1e9F};
    for (const Vector& corner : corners) {
      const Point at = camera_.direction(corner);
      low = {std::min(low.x, at.x), std::min(low.y, at.y)};
      high = {std::max(high.x, at.x), std::max(high.y, at.y)};
    }
    const float margin = 3.2F * text_;
    const float fit = std::min((room_.w - margin) / (high.x - low.x), (room_.h - margin) / (high.y - low.y));
    const float scale = fit * static_cast<float>(look_.zoom) / 100;
    const Point middle = room_.middle();
    camera_.place(scale, {middle.x - scale * (low.x + high.x) / 2, middle.y - scale * (low.y + high.y) / 2});
  }

  void draw_space() {
    place_camera();
    meant_ = meant();
    const std::vector<Wall> all = walls();
    begin_solid();
    for (const Wall& wall : all)
      if (!is_before(wall)) draw_wall(wall);
    draw_points();
    end_solid();
    for (const Wall& wall : all)
      if (is_before(wall)) draw_wall(wall);
    draw_frame();
    draw_names(all);
    draw_guides(all);
  }

  void begin_solid() {
    solid_ = {};
    solid_.firsts = {{}, {.kind = Target::Kind::point}};
    make_edges();
  }

  // Gives the solid the smallest box that holds it, so that an unchanged solid is not drawn again.
  void end_solid() {
    Point low{1e9F, 1e9F}, high{-1e9F, -1e9F};
    for (const Facet& facet : solid_.facets)
      for (const Point at : solid_.corners(facet)) {
        low = {std::min(low.x, at.x), std::min(low.y, at.y)};
        high = {std::max(high.x, at.x), std::max(high.y, at.y)};
      }
    const Box box = common({low.x, low.y, high.x - low.x, high.y - low.y}, room_);
    if (!solid_.facets.empty() && !box.is_empty()) {
      for (Facet& facet : solid_.facets) facet.corner = {facet.corner.x - box.x, facet.corner.y - box.y};
      solid_.box = box;
      picture_.solids.push_back(std::move(solid_));
    }
    begin_solid();
  }

  // Whether the wall is nearer to the reader than the cube.
  [[nodiscard]] bool is_before(const Wall& wall) const { return camera_.sees_begin(wall.across) != wall.at_end; }

  // Pairs 0 to 2 are a cell's sides perpendicular to each axis; pair 3 is a dot's.
  void make_edges() {
    for (std::size_t across = 0; across < 3; ++across) {
      const std::size_t one = across == 0 ? 1 : 0, other = across == 2 ? 1 : 2;
      Vector along_one{}, along_other{};
      along_one[one] = extent_[one] / static_cast<float>(cube_.axes[one].cells);
      along_other[other] = extent_[other] / static_cast<float>(cube_.axes[other].cells);
      constexpr std::array shades{1.0F, 0.62F, 0.84F};
      solid_.edges.push_back({camera_.direction(along_one), camera_.direction(along_other), shades[across]});
    }
    const float dot = std::max(2.0F, 0.13F * text_);
    solid_.edges.push_back({{dot, 0}, {0, dot}, 1});
  }

  void add_facet(std::size_t edges, const Vector& at, std::uint8_t of, std::uint32_t number, const Cell& cell) {
    const Point corner = camera_(in_space(at));
    solid_.facets.push_back({{corner.x, corner.y}, number, static_cast<std::uint8_t>(edges), of, cell});
  }

  void draw_points() {
    const std::vector<State> states = this->states();
    const std::array<std::uint32_t, 3> cells{cube_.axes[0].cells, cube_.axes[1].cells, cube_.axes[2].cells};
    std::array<std::uint32_t, 3> stride{};
    for (std::size_t n = 0; n < 3; ++n) stride[n] = (cells[n] + most_dots - 1) / most_dots;
    const std::array<std::int64_t, 3> jump{std::int64_t{cells[1]} * cells[2], cells[2], 1};
    std::array<bool, 3> begin{}, faces{};
    for (std::size_t n = 0; n < 3; ++n) begin[n] = camera_.sees_begin(n), faces[n] = camera_.facing(n) > 1e-3F;
    const auto is_solid = [](State state) { return state == State::done || state == State::now; };
    std::array<std::uint32_t, 3> at{};
    // Farther cells come first along each axis.
    const auto place = [&](std::size_t axis, std::uint32_t n) { return begin[axis] ? cells[axis] - 1 - n : n; };
    for (std::uint32_t i = 0; i < cells[0]; ++i) {
      at[0] = place(0, i);
      for (std::uint32_t k = 0; k < cells[2]; ++k) {
        at[2] = place(2, k);
        for (std::uint32_t j = 0; j < cells[1]; ++j) {
          at[1] = place(1, j);
          const std::uint32_t cell = cube_.cell_at(at[0], at[1], at[2]);
          const State state = states[cell];
          if (state == State::hidden) continue;
          if (state == State::later) {
            draw_dot(at, stride, cell);
            continue;
          }
          for (std::size_t axis = 0; axis < 3; ++axis) {
            if (!faces[axis]) continue;
            const bool is_outside = begin[axis] ? at[axis] == 0 : at[axis] + 1 == cells[axis];
            const std::int64_t beside = std::int64_t{cell} + (begin[axis] ? -jump[axis] : jump[axis]);
            if (!is_outside && is_solid(states[static_cast<std::size_t>(beside)])) continue;
            Vector corner{static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2])};
            if (!begin[axis]) corner[axis] += 1;
            add_facet(axis, corner, 1, cell, look_of(cell, state));
          }
        }
      }
    }
  }

  void draw_dot(const std::array<std::uint32_t, 3>& at, const std::array<std::uint32_t, 3>& stride,
                std::uint32_t cell) {
    for (std::size_t n = 0; n < 3; ++n)
      if (at[n] % stride[n] != stride[n] / 2 && !(look_.slice && look_.slice->axis == n)) return;
    add_facet(3, {static_cast<float>(at[0]) + 0.5F, static_cast<float>(at[1]) + 0.5F, static_cast<float>(at[2]) + 0.5F},
              1, cell, {Ink::faint, Mark::none, 255});
  }

  [[nodiscard]] Cell look_of(std::uint32_t cell, State state) const {
    if (state == State::now) return {Ink::now, Mark::dot, 255};
    const Cube::Point& point = cube_.points[cell];
    const std::uint32_t thread = point.thread % cube_.threads_per_block, block = point.thread / cube_.threads_per_block;
    const auto in_turn = [](std::uint32_t number) {
      return Cell{cycle[number % cycle.size()], Mark::none,
                  static_cast<std::uint8_t>(number / cycle.size() % 2 == 0 ? 215 : 140)};
    };
    const auto magnitude = [](std::uint64_t number, std::uint64_t all) {
      Cell shown{Ink::work, Mark::none, 0, false, true};
      shown.strength = static_cast<std::uint8_t>(10 + heat_room * static_cast<float>(number) /
                                                          static_cast<float>(std::max<std::uint64_t>(all, 2) - 1));
      return shown;
    };
    switch (look_.colour) {
      case Colour::thread: return magnitude(thread, cube_.threads_per_block);
      case Colour::warp: return in_turn(thread / warp_lanes + block);
      case Colour::block: return in_turn(block + block / std::max(1U, scenery_.launch().grid.x));
      case Colour::phase: break;
    }
    if (!cube_.is_product) return of_array(cell);
    const std::size_t phases = scenery_.order().phases().size();
    return phases > 1 ? magnitude(phase_of_[point.step], phases) : magnitude(point.step, scenery_.order().step_count());
  }

  // Loads are paler than stores.
  [[nodiscard]] Cell of_array(std::uint32_t cell) const {
    const Event event = event_at(of_.trace, cube_.event_of(cell));
    const bool loads = event.kind() == Kind::global_load || event.kind() == Kind::shared_load;
    const Ink ink = scenery_.has_matrices() ? ink_of(scenery_, event.array()) : cycle[event.array() % cycle.size()];
    return {ink, Mark::none, static_cast<std::uint8_t>(loads ? 150 : 230)};
  }

  void draw_wall(const Wall& wall) {
    const Ink ink = wall.across == 2 ? Ink::c : wall.across == 1 ? Ink::a : Ink::b;
    const auto of = static_cast<std::uint8_t>(solid_.firsts.size());
    solid_.firsts.push_back({.kind = Target::Kind::element, .array = wall.array});
    for (Solid::Edges& edges : solid_.edges)
      edges.shade = 1;  // walls are unshaded, so that their cells look as on the stage
    const Cube::Axis &down = cube_.axes[wall.row_axis], &across = cube_.axes[wall.column_axis];
    const bool is_written = wall.across == 2;
    double least = 1e300, most = -1e300;
    if (!is_written)
      for (std::uint32_t row = 0; row < down.cells; ++row)
        for (std::uint32_t column = 0; column < across.cells; ++column) {
          const double value = scenery_.given(wall.array, first_element(wall, row, column));
          least = std::min(least, value);
          most = std::max(most, value);
        }
    Vector at{};
    at[wall.across] = stand(wall);
    for (std::uint32_t row = 0; row < down.cells; ++row)
      for (std::uint32_t column = 0; column < across.cells; ++column) {
        const std::uint32_t number = first_element(wall, row, column);
        at[wall.row_axis] = static_cast<float>(row);
        at[wall.column_axis] = static_cast<float>(column);
        Cell cell = strongest(wall, row, column, ink);
        if (!is_written && cell.mark == Mark::none && most > least)
          cell.strength =
              static_cast<std::uint8_t>(35 + 100 * (scenery_.given(wall.array, number) - least) / (most - least));
        if (meant_) {  // the point's row of A, column of B and element of C
          const bool in_row = (*meant_)[wall.row_axis] == row, in_column = (*meant_)[wall.column_axis] == column;
          const bool is_on = wall.across == 2 ? in_row && in_column : wall.across == 1 ? in_row : in_column;
          if (is_on) cell.strength = std::max<std::uint8_t>(cell.strength, 215);
          cell.lit = in_row && in_column;
        }
        add_facet(wall.across, at, of, number, cell);
      }
    end_solid();
  }

  [[nodiscard]] static std::uint32_t element(const Wall& wall, std::uint64_t row, std::uint64_t column) {
    return static_cast<std::uint32_t>(
        wall.matrix.at(static_cast<std::int64_t>(row), static_cast<std::int64_t>(column)));
  }
  // The first of the elements that share a cell.
  [[nodiscard]] std::uint32_t first_element(const Wall& wall, std::uint32_t row, std::uint32_t column) const {
    return element(wall, cube_.axes[wall.row_axis].place_of(row), cube_.axes[wall.column_axis].place_of(column));
  }

  // The most advanced state of the elements that share a cell.
  [[nodiscard]] Cell strongest(const Wall& wall, std::uint32_t row, std::uint32_t column, Ink ink) const {
    const Cube::Axis &down = cube_.axes[wall.row_axis], &across = cube_.axes[wall.column_axis];
    Cell found{ink, Mark::none, 0};
    for (std::uint64_t y = down.place_of(row); y < std::min(down.end(), down.place_of(row + 1)); ++y)
      for (std::uint64_t x = across.place_of(column); x < std::min(across.end(), across.place_of(column + 1)); ++x) {
        const std::uint32_t number = element(wall, y, x);
        const ElementNow& now = of_.frame.elements[wall.array][number];
        const Cell cell = wall.across == 2 ? result_cell(now, of_.frame.written[wall.array][number], ink, true)
                                           : input_cell(now, ink, false, false, false);
        if (cell.strength > found.strength || (cell.mark != Mark::none && found.mark == Mark::none)) found = cell;
      }
    return found;
  }

  // The edges of the cube, and of the slice if there is one.
  void draw_frame() {
    const Vector end = this->end();
    for (std::size_t along = 0; along < 3; ++along)
      for (int n = 0; n < 4; ++n) {
        const std::size_t one = along == 0 ? 1 : 0, other = along == 2 ? 1 : 2;
        Vector from{};
        const bool at_one = (n & 1) != 0, at_other = (n & 2) != 0;
        from[one] = at_one ? end[one] : 0;
        from[other] = at_other ? end[other] : 0;
        // Edges at the far corner are hidden by the cube's points.
        const bool is_far = camera_.sees_begin(one) == at_one && camera_.sees_begin(other) == at_other;
        Vector to = from;
        to[along] = end[along];
        if (!is_far) line(from, to, Ink::border, std::max(1.0F, 0.07F * text_), false);
      }
    if (!look_.slice) return;
    const std::size_t across = look_.slice->axis, one = across == 0 ? 1 : 0, other = across == 2 ? 1 : 2;
    for (int n = 0; n < 4; ++n) {
      Vector from{}, to{};
      from[across] = to[across] = static_cast<float>(slice_) + 0.5F;
      const bool along_one = n < 2;
      const std::size_t runs = along_one ? one : other, stands = along_one ? other : one;
      to[runs] = end[runs];
      from[stands] = to[stands] = n % 2 == 1 ? end[stands] : 0;
      line(from, to, Ink::now, std::max(1.5F, 0.12F * text_), false);
    }
  }

  void line(const Vector& from, const Vector& to, Ink ink, float width, bool dashed) {
    const Point begin = camera_(in_space(from)), end = camera_(in_space(to));
    if (!room_.contains(begin) || !room_.contains(end)) return;  // too close to be in the picture
    picture_.lines.push_back({begin, end, ink, width, dashed});
  }

  // A word beside the middle of an edge, outside the cube.
  void name(const Vector& at, const Vector& inside, const std::string& words, Ink ink, float size) {
    const Point place = camera_(in_space(at)), middle = camera_(in_space(inside));
    const float far = std::max(1.0F, distance(middle, place));
    const Point out{(place.x - middle.x) / far, (place.y - middle.y) / far};
    const float wide = text_width(words, size, Face::bold) + 0.4F * size, high = 1.3F * size;
    const Point centre{place.x + out.x * (0.5F * wide + 0.2F * size), place.y + out.y * 0.8F * size};
    const Box box{std::clamp(centre.x - wide / 2, room_.x, std::max(room_.x, room_.right() - wide)),
                  centre.y - high / 2, wide, high};
    if (box.y >= room_.y && box.bottom() <= room_.bottom())
      put(picture_, box, words, size, ink, Face::bold, Align::center);
  }

  void draw_names(const std::vector<Wall>& all) {
    const Vector end = this->end();
    const Vector middle{end[0] / 2, end[1] / 2, end[2] / 2};
    const float size = 1.15F * text_;
    // i is at the left front edge, j below the front, k along the lower right edge.
    const bool front = camera_.sees_begin(2), left = camera_.sees_begin(1);
    const float z = front ? 0 : end[2];
    name({middle[0], left ? end[1] : 0, z}, {middle[0], middle[1], z}, cube_.axes[0].name, Ink::text, size);
    name({end[0], middle[1], z}, {middle[0], middle[1], z}, cube_.axes[1].name, Ink::text, size);
    name({end[0], left ? 0 : end[1], middle[2]}, middle, cube_.axes[2].name, Ink::text, size);
    for (const Wall& wall : all) {
      Vector at{}, inside{};
      at[wall.across] = inside[wall.across] = stand(wall);
      inside[wall.row_axis] = end[wall.row_axis] / 2;
      inside[wall.column_axis] = end[wall.column_axis] / 2;
      at = inside;
      // Above A, above C, and at B's far side.
      at[wall.row_axis] = wall.across == 0 ? end[wall.row_axis] : 0;
      const Ink ink = wall.across == 2 ? Ink::c : wall.across == 1 ? Ink::a : Ink::b;
      name(at, inside, of_.trace.arrays()[wall.array].name, ink, 1.15F * text_);
    }
  }

  // The chosen point: the one under the pointer, or the selected thread's current one.
  [[nodiscard]] std::optional<std::array<std::uint32_t, 3>> meant() const {
    if (view_.hovered.kind == Target::Kind::point && view_.hovered.number < cube_.points.size())
      return cube_.place_of(view_.hovered.number);
    const auto place = product_ ? multiplied_now(of_.frame, *product_) : std::nullopt;
    if (!place) return std::nullopt;
    std::array<std::uint32_t, 3> cells{};
    for (std::size_t n = 0; n < 3; ++n) {
      if (!cube_.axes[n].has((*place)[n])) return std::nullopt;
      cells[n] = cube_.axes[n].cell_of((*place)[n]);
    }
    return cells;
  }

  // Lines from a point to its elements of A, B and C.
  void draw_guides(const std::vector<Wall>& all) {
    if (!meant_) return;
    Vector middle{};
    for (std::size_t n = 0; n < 3; ++n) middle[n] = static_cast<float>((*meant_)[n]) + 0.5F;
    for (const Wall& wall : all) {
      Vector end = middle;
      end[wall.across] = stand(wall);
      const Ink ink = wall.across == 2 ? Ink::c : wall.across == 1 ? Ink::a : Ink::b;
      line(middle, end, ink, std::max(2.0F, 0.16F * text_), false);
    }
  }

  void tell_below(Flow& flow, const std::vector<Sign>& signs) const {
    flow.legend(signs);
    const std::string pointed = pointed_words();
    flow.words(
        pointed.empty() ? "Drag, or press Ctrl + arrows, to turn the cube. Click a point to go to its event." : pointed,
        {pointed.empty() ? Ink::dim : Ink::text, Face::sans, 0.88F, 0});
    if (view_.is_for_a_class()) flow.add(options_picture(cube_options(of_), view_.width, text_));
  }

  // The cell of the earliest point. The look of done points in the legend is its look.
  [[nodiscard]] std::uint32_t first_point() const {
    const auto first =
        std::min_element(cube_.points.begin(), cube_.points.end(), [](const auto& one, const auto& other) {
          return std::pair(!one.is_there(), one.step) < std::pair(!other.is_there(), other.step);
        });
    return static_cast<std::uint32_t>(first - cube_.points.begin());
  }
  [[nodiscard]] std::vector<Sign> signs() const {
    const Cell done = cube_.placed > 0 ? look_of(first_point(), State::done) : Cell{Ink::work};
    std::vector<Sign> all{{"done", 1,
                           [done](Picture& picture, const Box& box) {
                             Grid grid = grid_in(box, 1, 1, "done", Ink::border);
                             grid.cells = {done};
                             picture.grids.push_back(std::move(grid));
                           }},
                          {"now", 1,
                           [](Picture& picture, const Box& box) {
                             picture.shapes.push_back({box, Ink::now});
                             picture.shapes.push_back({box.inset(0.33F * box.h), Ink::on_ink});
                           }},
                          {"not yet", 1, [](Picture& picture, const Box& box) {
                             picture.shapes.push_back({box.inset(0.4F * box.h), Ink::faint});
                           }}};
    const bool is_heat = look_.colour == Colour::thread || (look_.colour == Colour::phase && cube_.is_product);
    all.push_back({colour_words(), 5, is_heat ? draw_shades : std::function<void(Picture&, const Box&)>{}});
    return all;
  }
  static void draw_shades(Picture& picture, const Box& box) {
    constexpr std::uint32_t shades = 8;
    Grid grid = grid_in(box, 1, shades, "colours", Ink::border);
    for (std::uint32_t n = 0; n < shades; ++n)
      grid.cells.push_back({Ink::work, Mark::none,
                            static_cast<std::uint8_t>(10 + heat_room * static_cast<float>(n) / (shades - 1)), false,
                            true});
    picture.grids.push_back(std::move(grid));
  }

  [[nodiscard]] std::string colour_words() const {
    switch (look_.colour) {
      case Colour::thread: return "first to last thread";
      case Colour::warp: return "a colour per warp";
      case Colour::block: return "a colour per block";
      case Colour::phase: break;
    }
    if (!cube_.is_product) return "a colour per array, loads paler";
    return scenery_.order().phases().size() > 1 ? "first to last phase" : "first to last step";
  }

 public:
  [[nodiscard]] std::string point_words(std::uint32_t cell) const {
    const auto at = cube_.place_of(cell);
    std::string words;
    for (std::size_t n = 0; n < 3; ++n)
      words += fmt::format("{}{} = {}", n == 0 ? "" : ", ", cube_.axes[n].name, cube_.axes[n].place_of(at[n]));
    const Cube::Point& point = cube_.points[cell];
    if (!point.is_there()) return words;
    const EventRef event = cube_.event_of(cell);
    words += fmt::format(": {} of block {}, step {}, line {}", thread_name(scenery_.launch(), event.thread),
                         block_name(scenery_.launch(), event.block), point.step + 1, event_at(of_.trace, event).line());
    if (!cube_.is_product) {
      const Event access = event_at(of_.trace, event);
      words += fmt::format(", {}", element_name(of_.trace.arrays()[access.array()], access.index));
    }
    return words;
  }
  [[nodiscard]] std::string pointed_words() const {
    if (view_.hovered.kind != Target::Kind::point || view_.hovered.number >= cube_.points.size()) return "";
    return point_words(view_.hovered.number);
  }

 private:
  const Explainable& of_;
  const Cube& cube_;
  const CubeLook& look_;
  const View& view_;
  const float text_;
  const Scenery& scenery_;
  Camera camera_;
  std::optional<reading::LaunchProduct> product_;
  Picture picture_;
  std::vector<std::uint32_t> phase_of_;  // by step
  Vector extent_{1, 1, 1};
  std::uint32_t slice_ = 0;  // in cells
  Box room_;
  Solid solid_;
  std::optional<std::array<std::uint32_t, 3>> meant_;
};

LookAtCube with(const CubeLook& look, const std::function<void(CubeLook&)>& change) {
  CubeLook other = look;
  change(other);
  return {other};
}

// The slice through the middle of the axis.
CubeLook::Slice slice_across(const Cube& cube, std::uint8_t axis) {
  return {axis, static_cast<std::uint32_t>(cube.axes[axis].first + cube.axes[axis].length / 2)};
}

// Whether the launch has more points than the cube has cells.
bool is_too_large(const Cube& cube) { return cube.is_merged() || cube.is_part(); }

// The centre of the near view: the selected thread's multiply-add, or else the middle of its block's points.
CubePlace near_now(const Explainable& of) {
  const Cube& cube = *of.cube;
  if (const auto product = reading::product_of(of.trace.launch()))
    if (const auto place = multiplied_now(of.frame, *product)) return *place;
  const Cube::Reach& reach = cube.reaches[of.frame.block];
  CubePlace place{};
  for (std::size_t n = 0; n < 3; ++n)
    if (reach.first[n] <= reach.last[n]) place[n] = static_cast<std::uint32_t>((reach.first[n] + reach.last[n]) / 2);
  return place;
}

}  // namespace

Picture cube_picture(const Explainable& of, const View& view) {
  if (of.cube != nullptr) return CubePicture(of, view).draw();
  Picture picture = view.picture();
  Flow(picture, view).note("Placing every event …");
  return picture;
}

void dump_cube(const Explainable& of, Json& state) {
  if (of.cube == nullptr) return;
  const Cube& cube = *of.cube;
  const View view;
  const CubePicture picture(of, view);
  std::array<std::uint64_t, 4> counts{};
  for (const auto state_of_cell : picture.states()) ++counts[static_cast<std::size_t>(state_of_cell)];
  Json axes = Json::array();
  for (const Cube::Axis& axis : cube.axes)
    axes.push_back({{"name", axis.name},
                    {"length", axis.whole},
                    {"from", axis.first},
                    {"to", axis.end() - 1},
                    {"merged", axis.merged}});
  const CubeLook& look = of.choices.cube;
  state["cube"] = {{"of", cube.is_product ? "multiply-adds" : "accesses"},
                   {"axes", axes},
                   {"points", cube.placed},
                   {"again", cube.again},
                   {"padding", cube.padding},
                   {"unknown", cube.others},
                   {"cells", {{"done", counts[1]}, {"now", counts[2]}, {"later", counts[3]}}},
                   {"turn", {look.yaw, look.pitch, look.zoom}},
                   {"pointed_at", of.hovered.kind == Target::Kind::point && of.hovered.number < cube.points.size()
                                      ? picture.point_words(of.hovered.number)
                                      : ""}};
}

std::vector<OptionRow> cube_options(const Explainable& of) {
  if (of.cube == nullptr) return {};
  const Cube& cube = *of.cube;
  const CubeLook& look = of.choices.cube;
  OptionRow colours{"colour", {}}, slices{"slice", {}}, brushes{"only", {}};
  const char* const by_time = cube.is_product ? "phase" : "array";
  for (const auto& [words, colour] : {std::pair{by_time, Colour::phase}, std::pair{"thread", Colour::thread},
                                      std::pair{"warp", Colour::warp}, std::pair{"block", Colour::block}})
    colours.options.push_back(
        {words, look.colour == colour, with(look, [&colour = colour](CubeLook& other) { other.colour = colour; })});
  slices.options.push_back({"none", !look.slice, with(look, [](CubeLook& other) { other.slice.reset(); })});
  for (std::uint8_t axis = 0; axis < 3; ++axis) {
    const bool on = look.slice && look.slice->axis == axis;
    const std::string& name = cube.axes[axis].name;
    slices.options.push_back({on ? fmt::format("{} = {}", name,
                                               std::clamp<std::uint64_t>(look.slice->place, cube.axes[axis].first,
                                                                         cube.axes[axis].end() - 1))
                                 : name,
                              on, with(look, [&](CubeLook& other) {
                                if (!on) other.slice = slice_across(cube, axis);
                              })});
  }
  for (const auto& [words, brush] : {std::pair{"all", Brush::all}, std::pair{"block", Brush::block},
                                     std::pair{"warp", Brush::warp}, std::pair{"thread", Brush::thread}})
    brushes.options.push_back(
        {words, look.brush == brush, with(look, [&brush = brush](CubeLook& other) { other.brush = brush; })});
  if (!is_too_large(cube)) return {colours, slices, brushes};
  const OptionRow parts{
      "part",
      {{"all", !look.near, with(look, [](CubeLook& other) { other.near.reset(); })},
       {"near", look.near.has_value(), with(look, [&](CubeLook& other) { other.near = near_now(of); })}}};
  return {colours, slices, brushes, parts};
}

Command turn_cube(const Explainable& of, int right, int up) {
  CubeLook look = of.choices.cube;
  look.turn(right, up);
  return LookAtCube{look};
}

Command enlarge_cube(const Explainable& of, int percent) {
  CubeLook look = of.choices.cube;
  look.enlarge(percent);
  return LookAtCube{look};
}

Command next_brush(const Explainable& of) {
  CubeLook look = of.choices.cube;
  look.brush = static_cast<Brush>((static_cast<int>(look.brush) + 1) % 4);
  return LookAtCube{look};
}

std::optional<Command> near_or_all(const Explainable& of) {
  if (of.cube == nullptr) return std::nullopt;
  if (!is_too_large(*of.cube)) return Say{"The whole cube is shown, point by point.", false};
  CubeLook look = of.choices.cube;
  look.near ? look.near.reset() : static_cast<void>(look.near = near_now(of));
  return LookAtCube{look};
}

std::optional<Command> next_axis(const Explainable& of) {
  if (of.cube == nullptr) return std::nullopt;
  CubeLook look = of.choices.cube;
  if (!look.slice)
    look.slice = slice_across(*of.cube, 2);
  else if (look.slice->axis == 0)
    look.slice.reset();
  else
    look.slice = slice_across(*of.cube, static_cast<std::uint8_t>(look.slice->axis - 1));
  return LookAtCube{look};
}

std::optional<Command> next_slice(const Explainable& of, int by) {
  CubeLook look = of.choices.cube;
  if (of.cube == nullptr || !look.slice) return std::nullopt;
  const Cube::Axis& axis = of.cube->axes[look.slice->axis];
  const auto first = static_cast<std::int64_t>(axis.first), last = static_cast<std::int64_t>(axis.end()) - 1;
  look.slice->place = static_cast<std::uint32_t>(std::clamp(
      std::clamp<std::int64_t>(look.slice->place, first, last) + by * std::int64_t{axis.merged}, first, last));
  return LookAtCube{look};
}

std::string cube_line(const Explainable& of) {
  if (of.cube == nullptr || !of.cube->is_product) return "";
  const auto& axes = of.cube->axes;
  return fmt::format("{} multiply-adds in a cube of {} × {} × {}: {}", count_name(of.cube->placed), axes[0].whole,
                     axes[1].whole, axes[2].whole, of.trace.launch().kernel);
}

}  // namespace tilescope
