// The focused block's shared memory: the state and the writer of each cell, and how full the arrays are.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/stage/array_values.h"
#include "app/stage/atomics.h"
#include "app/stage/fit_arrays.h"
#include "app/stage/outline.h"
#include "app/stage/stage_layout.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float name_high = 1.4F;  // of the words above an array, in units of the text size

struct Shape2 {
  std::uint32_t rows = 1, columns = 1;
};

// The place of one of several arrays.
struct Placed {
  Shape2 shape;
  Box name, box;  // of its words and of its cells
};

// Arrays beside each other, or one below the other with their names at their left.
struct Arranged {
  bool is_column = false;
  std::vector<Shape2> shapes;  // by array
  Point cell;
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

class SharedMemory {
 public:
  SharedMemory(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view)
      : picture_(picture),
        room_(room),
        inner_(room.inset(0.5F * view.text)),
        frame_(frame),
        options_(options),
        view_(view),
        text_(view.text) {}

  // Returns the bottom.
  float draw() {
    const std::size_t back = picture_.shapes.size();
    picture_.shapes.push_back({room_, Ink::window, Ink::edge, 1, 0.4F * text_, 1, Mark::none});
    title();
    const float bottom = frame_.shared.empty() ? draw_none() : shows_tiles() ? draw_tiles() : draw_any();
    Box& panel = picture_.shapes[back].box;
    panel.h = std::min(room_.h, bottom - room_.y + 0.5F * text_);  // no higher than needed
    return panel.bottom();
  }

 private:
  [[nodiscard]] const ArrayInfo& info_of(const SharedNow& shared) const {
    return frame_.scenery->arrays()[shared.array];
  }
  [[nodiscard]] bool shows_tiles() const { return layout_of(*frame_.scenery).shows_tiles; }
  [[nodiscard]] bool is_low() const { return room_.h < 6.5F * text_; }
  [[nodiscard]] Box below_title() const {
    const float title = is_low() && !frame_.shared.empty() ? 0 : 1.4F * text_;
    return {inner_.x, inner_.y + title, inner_.w, inner_.h - title};
  }

  void title() {
    if (below_title().y == inner_.y) return;
    const std::string block = block_name(frame_.scenery->launch(), frame_.block);
    put(picture_, {inner_.x, inner_.y, inner_.w, 1.3F * text_},
        first_that_fits({"shared memory of block " + block, "shared, block " + block, "shared memory", "shared", ""},
                        inner_.w, 0.85F * text_, Face::bold),
        0.85F * text_, Ink::text, Face::bold);
  }

  float draw_none() {
    const Box line{inner_.x, below_title().y, inner_.w, 1.3F * text_};
    put(picture_, line, "this kernel uses none", 0.9F * text_, Ink::dim);
    return line.bottom();
  }

  // Draws arrays of any sides, each with the largest cells that fit. Returns the bottom.
  float draw_any() {
    std::vector<ArrayToFit> wanted;
    for (const SharedNow& shared : frame_.shared) {
      const ArrayInfo& info = info_of(shared);
      ArrayToFit& one = wanted.emplace_back();
      one.elements = shared.cells.size();
      one.row = info.sides.size() >= 2 ? static_cast<std::uint32_t>(info.sides.back()) : 0;
      one.parts = static_cast<std::uint32_t>(std::max<std::size_t>(info.parts.size(), 1));
      one.list_wide = list_cell_wide(frame_, room_.w, view_);
      one.aspect = aspect_of(*frame_.scenery, shared.array);
      const Point number = least_number_cell(*frame_.scenery, shared.array, view_);
      one.least_number_wide = number.x, one.least_number_high = number.y;
      one.above = name_high * text_;
      const float fill = 1.05F * text_width(fmt::format("{0} of {0} filled", one.elements), 0.8F * text_, Face::sans);
      one.least_wide = name_wide(shared) + fill;
      one.name_wide = name_wide(shared);
    }
    const Box room = below_title();
    const std::vector<FittedArray> fitted = fit_arrays(wanted, room, text_);
    float bottom = room.y;
    for (std::size_t n = 0; n < fitted.size(); ++n) {
      const FittedArray& of = fitted[n];
      if (of.box.w <= 0 || of.box.h <= 0) continue;
      draw_placed(frame_.shared[n],
                  {{of.rows, of.columns}, {of.place.x, of.place.y, of.place.w, name_high * text_}, of.box});
      bottom = std::max(bottom, of.place.bottom());
    }
    return bottom;
  }

  [[nodiscard]] float gap() const { return 0.8F * text_; }
  [[nodiscard]] float name_wide(const SharedNow& shared) const {
    return 1.05F * text_width(info_of(shared).name, 1.1F * text_, Face::bold) + 0.4F * text_;
  }
  [[nodiscard]] float widest_name() const {
    float wide = text_width("00/00", 0.8F * text_, Face::sans) + 0.4F * text_;
    for (const SharedNow& shared : frame_.shared) wide = std::max(wide, name_wide(shared));
    return wide;
  }

  // Draws the tiles of a product. Returns the bottom.
  float draw_tiles() {
    const Box room = below_title();
    const Arranged beside = arranged(room, false), column = arranged(room, true);
    const Arranged& best = worth(column) > worth(beside) ? column : beside;
    if (worth(best) <= 0) return room.y;
    Point at{room.x, room.y};
    float bottom = room.y;
    const float left = best.is_column ? widest_name() : 0, above = best.is_column ? 0 : name_high * text_;
    for (std::size_t n = 0; n < best.shapes.size(); ++n) {
      const Shape2 shape = best.shapes[n];
      const Box box{at.x + left, at.y + above, best.cell.x * static_cast<float>(shape.columns),
                    best.cell.y * static_cast<float>(shape.rows)};
      const Box name = best.is_column ? Box{at.x, at.y, left, box.h} : Box{at.x, at.y, box.w, above};
      draw_placed(frame_.shared[n], {shape, name, box});
      bottom = std::max(bottom, box.bottom());
      if (best.is_column)
        at.y = box.bottom() + 0.4F * text_;
      else
        at.x = box.right() + gap();
    }
    return bottom;
  }

  [[nodiscard]] Arranged arranged(const Box& room, bool is_column) const {
    Arranged all;
    all.is_column = is_column;
    const auto count = static_cast<float>(frame_.shared.size());
    const float w = room.w - (is_column ? widest_name() : (count - 1) * gap());
    const float h = room.h - (is_column ? (count - 1) * 0.4F * text_ : name_high * text_);
    Shape2 sum{0, 0}, most{0, 0};
    for (const SharedNow& shared : frame_.shared) {
      const Shape2 shape = shape_of(info_of(shared), is_column ? w : w / count, is_column ? h / count : h);
      all.shapes.push_back(shape);
      sum = {sum.rows + shape.rows, sum.columns + shape.columns};
      most = {std::max(most.rows, shape.rows), std::max(most.columns, shape.columns)};
    }
    all.cell.y = std::min(h / static_cast<float>(is_column ? sum.rows : most.rows), 5.2F * text_);
    all.cell.x = std::min(w / static_cast<float>(is_column ? most.columns : sum.columns), 2 * all.cell.y);
    all.cell.y = std::min(all.cell.y, all.cell.x);
    for (float* side : {&all.cell.x, &all.cell.y})
      if (*side >= 8) *side = std::floor(*side);
    return all;
  }

  // The area of a cell; more if the numbers of all arrays are readable.
  [[nodiscard]] float worth(const Arranged& of) const {
    const bool is_readable = std::all_of(frame_.shared.begin(), frame_.shared.end(), [&](const SharedNow& shared) {
      const Point least = least_number_cell(*frame_.scenery, shared.array, view_);
      return of.cell.x >= least.x && of.cell.y >= least.y;
    });
    return std::max(of.cell.x, 0.0F) * std::max(of.cell.y, 0.0F) * (is_readable ? 4.0F : 1.0F);
  }

  void draw_placed(const SharedNow& shared, const Placed& at) {
    const Ink ink = ink_of(*frame_.scenery, shared.array);
    const float line = std::min(name_high * text_, at.name.h);
    const bool is_beside = at.name.right() <= at.box.x + 0.5F;
    put(picture_, {at.name.x, at.name.y, at.name.w, line}, info_of(shared).name, 1.1F * text_, ink, Face::bold);
    draw_cells(shared, at.shape, at.box, ink);
    const float name = name_wide(shared);
    if (!is_beside) return say_fill(shared, {at.name.x + name, at.name.y, at.name.w - name, line});
    if (at.name.h >= 2 * line) say_fill(shared, {at.name.x, at.name.y + line, at.name.w - 0.3F * text_, line});
  }

  void draw_cells(const SharedNow& shared, const Shape2& shape, const Box& box, Ink ink) {
    Grid grid = grid_in(box, shape.rows, shape.columns, info_of(shared).name, ink);
    grid.first = target_of(options_, Target::Kind::element, 0, shared.array);
    for (const SharedCell& cell : shared.cells) grid.cells.push_back(shared_cell(cell, ink));
    if (!shows_tiles()) {
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
        picture_, shared.array, std::min(grid.cell_box(0).w, grid.cell_box(0).h),
        [&](std::uint32_t cell) { return std::optional(grid.cell_box(cell)); }, frame_, view_, Beside::below);
    grid.cells.resize(std::size_t{shape.rows} * shape.columns);
    put_rows(picture_, std::move(grid), shared.cells.size());
    if (options_.launch == 0)
      draw_outline(picture_, box, shape.rows, shape.columns, view_.linked_in(shared.array), Ink::text, 2);
  }

  void draw_values(const SharedNow& shared, const Grid& grid) {
    const bool is_text = holds_text(*frame_.scenery, shared.array);
    const float wide = grid.box.w / static_cast<float>(grid.columns), side = grid.box.h / static_cast<float>(grid.rows);
    std::vector<std::optional<Value>> values;
    for (const SharedCell& cell : shared.cells)
      values.push_back(cell.state == SharedCell::State::empty ? std::nullopt : std::optional(cell.value));
    const WidestNames widest = widest_names(*frame_.scenery, shared.array);
    const CellNames names = names_in_cells(values, is_text, wide, side, view_, widest);
    if (names.size <= 0) return;
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
      put(picture_, value, names.names[n], names.size, ink, Face::sans, Align::center);
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

  Picture& picture_;
  const Box room_, inner_;
  const Frame& frame_;
  const StageOptions& options_;
  const View& view_;
  const float text_;
};

}  // namespace

Cell shared_cell(const SharedCell& cell, Ink ink) {
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

float draw_shared(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view) {
  return SharedMemory(picture, room, frame, options, view).draw();
}

}  // namespace tilescope
