// The focused block's shared memory: the state and the writer of each cell, and how full the arrays are.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/stage/array_values.h"
#include "app/stage/atomics.h"
#include "app/stage/corner.h"
#include "app/stage/fit_arrays.h"
#include "app/stage/outline.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float bold = 1.07F;  // how much wider bold numbers are

struct Shape2 {
  std::uint32_t rows = 1, columns = 1;
};

// The place of one of several arrays.
struct Placed {
  Shape2 shape;
  Box box;         // of its cells
  float wide = 0;  // including its words
};

// A list that is too long for one row gets the number of rows that fits its part of the room best.
Shape2 shape_of(const ArrayInfo& array, float wide, float high) {
  if (array.sides.size() == 1 && array.sides[0] > std::int64_t{longest_single_row}) {
    const auto cells = static_cast<std::uint32_t>(array.sides[0]);
    const std::uint32_t columns = columns_for(cells, wide, high);
    return {cells / columns, columns};
  }
  const auto columns = static_cast<std::uint32_t>(array.sides.empty() ? 1 : array.sides.back());
  return {std::max(1U, static_cast<std::uint32_t>(array.elements()) / std::max(1U, columns)), columns};
}

Cell look_of(const SharedCell& cell, Ink ink) {
  Cell look{ink, Mark::none, 0, false, false};
  if (cell.state == SharedCell::State::stale) look.strength = 45, look.mark = Mark::hatch;
  if (cell.state == SharedCell::State::filled) look.strength = 120;
  if (cell.padded && cell.state == SharedCell::State::filled) look = {Ink::work, Mark::cross, 60, false, false};
  if (cell.read)
    look.mark = cell.padded ? Mark::cross : Mark::ring, look.strength = cell.padded ? 110 : 235, look.lit = true;
  if (cell.written)
    look.mark = cell.padded ? Mark::cross : Mark::corner, look.strength = cell.padded ? 110 : 235, look.lit = true;
  return look;
}

class SharedMemory {
 public:
  SharedMemory(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view,
               bool is_column)
      : picture_(picture),
        room_(room),
        inner_(room.inset(0.7F * view.text)),
        frame_(frame),
        options_(options),
        view_(view),
        text_(view.text),
        is_low_(is_column || room.h < 9.5F * view.text),
        is_column_(is_column) {}

  // Returns the bottom.
  float draw() {
    const std::size_t back = picture_.shapes.size();
    picture_.shapes.push_back({room_, Ink::window, Ink::edge, 1, 0.4F * text_, 1, Mark::none});
    if (!is_low_ || frame_.shared.empty()) title();
    if (frame_.shared.empty()) {
      put(picture_, {inner_.x, inner_.y + 1.6F * text_, inner_.w, 1.3F * text_}, "this kernel uses none", 0.9F * text_,
          Ink::dim);
      picture_.shapes[back].box.h = 4.2F * text_;
      return picture_.shapes[back].box.bottom();
    }
    if (!frame_.scenery->has_matrices()) {
      picture_.shapes[back].box.h = std::min(room_.h, draw_any() - room_.y + 0.7F * text_);
      return picture_.shapes[back].box.bottom();
    }
    const float high = fit();
    if (cell_ <= 0) return room_.bottom();
    picture_.shapes[back].box.h = std::min(room_.h, high + 1.4F * text_);  // no higher than needed
    Point at{inner_.x, inner_.y};
    for (const SharedNow& shared : frame_.shared) {
      const Point size = draw_array(shared, at);
      (is_column_ ? at.y : at.x) += is_column_ ? size.y : size.x + gap();
    }
    return picture_.shapes[back].box.bottom();
  }

  // Draws arrays of any sides, each with the largest cells that fit. Returns the bottom.
  float draw_any() {
    const float title = is_low_ ? 0 : 1.5F * text_, foot = (is_low_ ? 0.1F : 2.0F) * text_;
    std::vector<ArrayToFit> wanted;
    for (const SharedNow& shared : frame_.shared) {
      const ArrayInfo& info = info_of(shared);
      ArrayToFit& one = wanted.emplace_back();
      one.elements = shared.cells.size();
      one.row = info.sides.size() >= 2 ? static_cast<std::uint32_t>(info.sides.back()) : 0;
      one.parts = static_cast<std::uint32_t>(std::max<std::size_t>(info.parts.size(), 1));
      one.aspect = aspect_of(*frame_.scenery, shared.array);
      const Point number = least_number_cell(*frame_.scenery, shared.array, view_);
      one.least_number_wide = bold * number.x, one.least_number_high = number.y;
      one.above = 1.6F * text_;
      one.below = foot;
      const float name = text_width(info.name, 1.1F * text_, Face::bold) * 1.05F;
      const float fill = 1.05F * text_width(fmt::format("{0} of {0} filled", one.elements), 0.8F * text_, Face::sans);
      one.least_wide = is_low_ ? name + fill + 0.4F * text_ : std::max(name, fill);
    }
    const Box room{inner_.x, inner_.y + title, inner_.w, inner_.h - title};
    const std::vector<FittedArray> fitted = fit_arrays(wanted, room, text_);
    float bottom = room.y;
    for (std::size_t n = 0; n < fitted.size(); ++n) {
      const FittedArray& of = fitted[n];
      if (of.box.w <= 0 || of.box.h <= 0) continue;
      draw_placed(frame_.shared[n], {{of.rows, of.columns}, of.box, of.place.w}, of.place.y);
      bottom = std::max(bottom, of.place.bottom());
    }
    return bottom;
  }

 private:
  [[nodiscard]] const ArrayInfo& info_of(const SharedNow& shared) const {
    return frame_.scenery->arrays()[shared.array];
  }
  [[nodiscard]] float gap() const { return 1.2F * text_; }
  // The height of the words above an array; in a low panel they are beside its name.
  [[nodiscard]] float names() const { return is_low_ ? 0 : 1.5F * text_; }
  [[nodiscard]] float head() const { return names() + 1.6F * text_; }

  void title() {
    const std::string block = block_name(frame_.scenery->launch(), frame_.block);
    put(picture_, {inner_.x, inner_.y, inner_.w, 1.3F * text_},
        first_that_fits({"shared memory of block " + block, "shared memory of " + block, "shared memory"}, inner_.w,
                        (frame_.scenery->has_matrices() ? 0.8F : 0.9F) * text_, Face::bold),
        0.9F * text_, Ink::text, Face::bold);
  }

  // Finds the cell size. Returns the total height.
  float fit() {
    float rows = 0;
    wide_ = inner_.w - gap() * (static_cast<float>(frame_.shared.size()) - 1);
    const float foot = (is_low_ ? 0.1F : 2.0F) * text_, high = inner_.h - head() - foot;
    if (is_column_) return fit_column(foot);
    for (const SharedNow& shared : frame_.shared) {
      const Shape2 shape = shape_of(info_of(shared), wide_ / static_cast<float>(frame_.shared.size()), high);
      shapes_.push_back(shape);
      columns_ += static_cast<float>(shape.columns);
      rows = std::max(rows, static_cast<float>(shape.rows));
    }
    cell_ = std::min({wide_ / columns_, high / rows, 5.2F * text_});
    if (cell_ >= 8) cell_ = std::floor(cell_);
    return head() + foot + cell_ * rows;
  }

  float fit_column(float foot) {
    const auto count = static_cast<float>(frame_.shared.size());
    float rows = 0;
    for (const SharedNow& shared : frame_.shared) {
      shapes_.push_back(shape_of(info_of(shared), inner_.w, inner_.h / count));
      columns_ = std::max(columns_, static_cast<float>(shapes_.back().columns));
      rows += static_cast<float>(shapes_.back().rows);
    }
    wide_ = inner_.w;
    const float words = names() + count * (head() - names() + foot);
    cell_ = std::min({wide_ / columns_, (inner_.h - words) / rows, 5.2F * text_});
    if (cell_ >= 8) cell_ = std::floor(cell_);
    return words + cell_ * rows;
  }

  // Returns the size of the array with its words.
  Point draw_array(const SharedNow& shared, Point at) {
    const Shape2 shape = shapes_[static_cast<std::size_t>(&shared - frame_.shared.data())];
    const Box box{at.x, at.y + head(), cell_ * static_cast<float>(shape.columns),
                  cell_ * static_cast<float>(shape.rows)};
    const float part = is_column_ ? wide_ : wide_ * static_cast<float>(shape.columns) / columns_;
    const float w = std::max(box.w, std::min(part, 8 * text_));
    draw_placed(shared, {shape, box, w}, at.y + names());
    return {w, head() - names() + box.h + (is_low_ ? 0.1F : 2.0F) * text_};
  }

  void draw_placed(const SharedNow& shared, const Placed& at, float y) {
    const ArrayInfo& info = info_of(shared);
    const Ink ink = ink_of(*frame_.scenery, shared.array);
    const float x = at.box.x, w = at.wide;
    put(picture_, {x, y, w, 1.4F * text_}, info.name, 1.1F * text_, ink, Face::bold);
    draw_cells(shared, at.shape, at.box, ink);
    const float name = is_low_ ? text_width(info.name, 1.1F * text_, Face::bold) + 0.4F * text_ : 0;
    say_fill(shared,
             {x + name, is_low_ ? y : at.box.bottom() + 0.15F * text_, w - name, (is_low_ ? 1.4F : 1.2F) * text_});
    if (!is_low_) draw_fill(shared, {x, at.box.bottom() + 1.4F * text_, at.box.w, 0.4F * text_}, ink);
  }

  void draw_cells(const SharedNow& shared, const Shape2& shape, const Box& box, Ink ink) {
    Grid grid = grid_in(box, shape.rows, shape.columns, info_of(shared).name, ink);
    grid.first = target_of(options_, Target::Kind::element, 0, shared.array);
    for (const SharedCell& cell : shared.cells) grid.cells.push_back(look_of(cell, ink));
    if (!frame_.scenery->has_matrices()) {
      const bool has_rows = info_of(shared).sides.size() >= 2;
      const auto row = static_cast<std::uint32_t>(has_rows ? info_of(shared).sides.back() : 0);
      if (row > 1 && row < shape.columns) grid.block_columns = row;
      if (row > shape.columns) grid.block_rows = row / shape.columns;
      for (std::size_t n = 0; n < shared.cells.size(); ++n) {
        const SharedCell& cell = shared.cells[n];
        const bool is_nothing = cell.value.is_poison() || std::isnan(float{cell.value});
        if (cell.state != SharedCell::State::empty && is_nothing)
          grid.cells[n].ink = Ink::bad, grid.cells[n].strength = std::max<std::uint8_t>(grid.cells[n].strength, 150);
      }
    }
    draw_values(shared, grid);
    if (const auto& of = options_.suspect; of && of->array == shared.array && of->element < shared.cells.size())
      frame_in(picture_, grid.cell_box(of->element), Ink::bad, std::max(3.0F, 0.2F * text_));
    draw_wanted(
        picture_, shared.array, cell_, [&](std::uint32_t cell) { return std::optional(grid.cell_box(cell)); }, frame_,
        view_, Beside::below);
    grid.cells.resize(std::size_t{shape.rows} * shape.columns);
    put_rows(picture_, std::move(grid), shared.cells.size());
    if (options_.launch == 0)
      draw_outline(picture_, box, shape.rows, shape.columns, view_.linked_in(shared.array), Ink::text, 2);
  }

  void draw_values(const SharedNow& shared, const Grid& grid) {
    const bool is_text = holds_text(*frame_.scenery, shared.array);
    const float wide = grid.box.w / static_cast<float>(grid.columns), side = grid.box.h / static_cast<float>(grid.rows);
    const auto name_of = [&](const SharedCell& cell) {
      return is_text ? character_name(cell.value) : wide > side ? long_value_name(cell.value) : value_name(cell.value);
    };
    float widest = 0;
    for (const SharedCell& cell : shared.cells)
      if (cell.state != SharedCell::State::empty) widest = std::max(widest, text_width(name_of(cell), 1, Face::bold));
    const float least =
        view_.is_for_a_class() ? least_number_cell(*frame_.scenery, shared.array, view_).y : 1.35F * text_;
    const float size = side >= least ? size_in_cell(side, widest * side / wide, 0.4F, view_) : 0;
    if (size <= 0) return;
    const auto last = static_cast<std::uint32_t>(frame_.threads.size()) - 1;
    const float name_wide = text_width(thread_name(frame_.scenery->launch(), last), 1, Face::mono);
    const float writer = std::min({0.23F * side, 0.8F * text_, 0.92F * wide / name_wide});
    const bool names_writer = side >= 2.9F * text_ && writer >= view_.least * text_;
    for (std::uint32_t n = 0; n < shared.cells.size(); ++n) {
      const SharedCell& cell = shared.cells[n];
      if (cell.state == SharedCell::State::empty) continue;
      const Box place = grid.cell_box(n);
      const bool bright = grid.cells[n].strength > 140;
      const Box value{place.x + side * 0.03F, place.y + side * (names_writer ? 0.06F : 0.1F), wide - side * 0.06F,
                      side * (names_writer ? 0.62F : 0.8F)};
      const Ink ink = bright ? Ink::on_ink : cell.state == SharedCell::State::stale ? Ink::dim : Ink::text;
      put(picture_, value, name_of(cell), size, ink, Face::bold, Align::center);
      if (names_writer && frame_.wanted_by({shared.array, n}) == 0)  // otherwise the number of threads is there
        put(picture_, {place.x + side * 0.04F, place.y + side * 0.7F, wide - side * 0.08F, side * 0.25F},
            thread_name(frame_.scenery->launch(), cell.thread), writer, bright ? Ink::on_ink : Ink::dim, Face::mono,
            Align::right);
    }
  }

  void say_fill(const SharedNow& shared, const Box& room) {
    const auto padded = std::count_if(shared.cells.begin(), shared.cells.end(), [](const SharedCell& one) {
      return one.padded && one.state == SharedCell::State::filled;
    });
    const std::size_t all = shared.cells.size();
    const std::string fill = fmt::format("{} of {}", shared.filled, all);
    const std::string zeros = padded > 0 ? fmt::format(", {} with 0", padded) : "";
    put_first(picture_, room,
              {fill + " filled" + zeros, fill + zeros, fill, fmt::format("{}/{}", shared.filled, all),
               fmt::format("{} %", 100 * shared.filled / std::max<std::size_t>(1, all)), ""},
              0.8F * text_, Ink::dim);
  }

  void draw_fill(const SharedNow& shared, const Box& bar, Ink ink) {
    picture_.shapes.push_back({bar, Ink::cell, Ink::rule, 1, 0.2F * text_, 1, Mark::none});
    Box full = bar;
    full.w *= static_cast<float>(shared.filled) / static_cast<float>(std::max<std::size_t>(1, shared.cells.size()));
    if (full.w > 0) picture_.shapes.push_back({full, ink, Ink::none, 0, 0.2F * text_, 1, Mark::none});
  }

  Picture& picture_;
  const Box room_, inner_;
  const Frame& frame_;
  const StageOptions& options_;
  const View& view_;
  const float text_;
  const bool is_low_, is_column_;            // arrays are below each other
  std::vector<Shape2> shapes_;               // by array
  float columns_ = 0, wide_ = 0, cell_ = 0;  // all columns, their width without gaps, the side of a cell
};

}  // namespace

float draw_shared(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view,
                  bool is_column) {
  return SharedMemory(picture, room, frame, options, view, is_column).draw();
}

}  // namespace tilescope
