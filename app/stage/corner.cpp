#include "app/stage/corner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/stage/array_values.h"
#include "app/stage/atomics.h"
#include "app/stage/marks.h"
#include "app/stage/merged.h"
#include "app/stage/outline.h"
#include "app/stage/text.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

constexpr float title_wide = 6;            // the least width of B's title at its left, in units of the text size
constexpr float title_height = 1.5F;       // of a matrix, in units of the text size
constexpr float ruler = 0.95F;             // row and column numbers beside a matrix
constexpr float least_ruled = 1.5F;        // smaller cells have no such numbers
constexpr Point overhang_gap{2.4F, 1.5F};  // between matrices if a tile reaches beyond the end of a row or a column
constexpr float highest_element = 5.2F;    // in units of the text size
constexpr float widest_element = 2.3F;     // the width of a cell over its height, unless its numbers are wider

constexpr float least_ruled_for_a_class = 2;  // likewise; a class needs high cells more than these numbers

float as_float(std::int64_t number) { return static_cast<float>(number); }

}  // namespace

Cell input_cell(const ElementNow& now, Ink ink, bool in_window, bool is_footprint, bool is_done) {
  Cell cell{ink, Mark::none, 0, false, false};
  if (in_window) cell.strength = 70;
  if (is_footprint) cell.strength = is_done ? 120 : 60;
  if (now.read_elsewhere) cell.strength = std::max<std::uint8_t>(cell.strength, 70), cell.mark = Mark::dot;
  if (now.read) cell = {ink, Mark::ring, 235, true, false};
  if (now.written || now.written_elsewhere) cell = {ink, Mark::corner, 235, now.written, false};
  return cell;
}

Cell result_cell(const ElementNow& now, const CElement& element, Ink ink, bool in_focus) {
  Cell cell{ink, Mark::none, 0, false, false};
  if (element.state == CElement::State::summing || element.state == CElement::State::choosing)
    cell.strength = in_focus ? 90 : 55;
  if (element.state == CElement::State::stored) cell.strength = in_focus ? 190 : 150;
  if (now.read) cell.mark = Mark::ring, cell.lit = true;
  if (now.written || now.written_elsewhere) cell.mark = Mark::corner, cell.strength = 255, cell.lit = now.written;
  return cell;
}

void mark_wrong(Cell& cell, float side, bool is_final) {
  cell.ink = Ink::bad;
  if (!is_final) return void(cell.strength = wrong_strength / 2);
  cell.mark = Mark::cross;
  cell.strength = wrong_strength;
  if (side < marks::smallest_cell) cell.strength = 220;  // too small for marks
}

namespace {

struct Matrix {
  std::uint8_t array;
  const Box& box;
  std::uint32_t rows, columns;
};

class Matrices {
 public:
  Matrices(Picture& picture, const Corner& corner, const Frame& frame, const StageOptions& options, const View& view)
      : picture_(picture),
        corner_(corner),
        scenery_(*frame.scenery),
        frame_(frame),
        options_(options),
        view_(view),
        launch_(scenery_.launch()),
        covered_(covered_by_block(launch_)),
        merged_(merged_at(corner.side())) {
    block_row_ = static_cast<std::uint32_t>(frame.block / launch_.grid.x) * covered_.y;
    block_column_ = static_cast<std::uint32_t>(frame.block % launch_.grid.x) * covered_.x;
  }

  void draw() {
    find_footprint();
    for (std::uint8_t array = 0; array < scenery_.arrays().size(); ++array) {
      const ArrayInfo& info = scenery_.arrays()[array];
      const Box* const box = box_of(array);
      if (box == nullptr) continue;
      const Matrix matrix{array, *box, static_cast<std::uint32_t>(info.sides[0]),
                          static_cast<std::uint32_t>(info.sides[1])};
      const bool is_rounded = info.name == "C" ? result(matrix) : input(matrix);
      title(matrix, info.name, is_rounded);
      if (info.name != "C") rulers(matrix);  // C's rows and columns are aligned with those of A and B
      if (options_.launch == 0)
        draw_outline(picture_, matrix.box, matrix.rows, matrix.columns, view_.linked_in(array), Ink::text, 2);
    }
    windows();
    selection();
  }

 private:
  void find_footprint() {
    footprint_.resize(scenery_.arrays().size());
    const bool has_tiles = !scenery_.order().phases().empty();
    if (frame_.steps == 0 || (has_tiles && !frame_.partner)) return;
    const auto mark = [&](const Footprint& load, std::uint8_t how) {
      auto& of = footprint_[load.array];
      if (of.empty()) of.resize(static_cast<std::size_t>(scenery_.arrays()[load.array].elements()));
      of[load.element] = std::max(of[load.element], how);
    };
    for (const Footprint& load : frame_.footprint) mark(load, frame_.has_loaded(load) ? 2 : 1);
    if (!frame_.partner) return;
    for (const Footprint& load : frame_.partner->common.elements) mark(load, 3);
  }

  Grid grid_of(const Matrix& matrix, Ink ink) const {
    Grid grid;
    grid.box = matrix.box;
    lay_out(grid, matrix.rows, matrix.columns, merged_, {ink, Mark::none, 0, false, false});
    grid.name = scenery_.arrays()[matrix.array].name;
    grid.border = Ink::border;
    grid.first = target_of(options_, Target::Kind::element, 0, matrix.array);
    return grid;
  }

  bool in_window(const Matrix& matrix, std::uint32_t row, std::uint32_t column) const {
    return std::any_of(frame_.windows.begin(), frame_.windows.end(), [&](const TileWindow& window) {
      return window.array == matrix.array && row >= window.row && row < window.row + window.rows &&
             column >= window.column && column < window.column + window.columns;
    });
  }

  // The width of tiles along K: their real width, or an equal share of K for each phase.
  std::uint32_t depth_of_tiles() const {
    const auto phases = static_cast<std::int64_t>(scenery_.order().phases().size());
    if (phases == 0) return 0;
    const std::int64_t k = scenery_.sides().k;
    const bool is_tile = launch_.tile * phases >= k && launch_.tile * (phases - 1) < k;
    return static_cast<std::uint32_t>(is_tile ? launch_.tile : std::max<std::int64_t>(1, k / phases));
  }

  // Returns whether fractions are rounded to one decimal.
  bool input(const Matrix& matrix) {
    const Ink ink = ink_of(scenery_, matrix.array);
    Grid grid = grid_of(matrix, ink);
    const std::uint32_t depth = depth_of_tiles();
    const bool is_a = grid.name == "A";
    if (merged_ == 1) grid.block_rows = is_a ? covered_.y : depth, grid.block_columns = is_a ? depth : covered_.x;
    const auto show = [&](std::uint32_t row, std::uint32_t column) {
      const std::size_t n = std::size_t{row} * matrix.columns + column;
      const Paged<std::uint8_t>& own = footprint_[matrix.array];
      const std::uint8_t foot = n < own.size() ? own[n] : 0;
      const ElementNow now = frame_.elements.empty() ? ElementNow{} : frame_.elements[matrix.array][n];
      Cell cell = input_cell(now, ink, in_window(matrix, row, column), foot > 0, foot >= 2);
      if (foot == 3 && !now.read) cell = {Ink::other, Mark::ring, 170, false, false};
      put_cell(grid, row, column, cell);
    };
    show_touched(matrix, grid, input_cell({}, ink, true, false, false), show);
    const auto given = [&](std::size_t n) {
      return std::optional(Value(static_cast<float>(scenery_.given(matrix.array, static_cast<std::uint32_t>(n)))));
    };
    const Numbers numbers = values_of(grid, given);
    if (numbers == Numbers::none) shade_untouched(grid, scenery_.values_in(matrix.array), given);
    picture_.grids.push_back(std::move(grid));
    outline_footprint(matrix, ink);
    return numbers == Numbers::rounded;
  }

  void outline_footprint(const Matrix& matrix, Ink ink) const {
    if (corner_.side() < marks::smallest_cell) return;
    std::vector<std::uint32_t> needed;
    footprint_[matrix.array].each_written([&](std::size_t n, std::uint8_t foot) {
      if (foot > 0) needed.push_back(static_cast<std::uint32_t>(n));
    });
    draw_outline(picture_, matrix.box, matrix.rows, matrix.columns, needed, ink, width_around_needed);
  }

  void put_cell(Grid& grid, std::uint32_t row, std::uint32_t column, const Cell& cell) const {
    if (merged_ > 1) return show_in(grid, row, column, cell);
    grid.cells[std::size_t{row} * grid.columns + column] = cell;
  }

  // Shows the touched elements, which are few in a large matrix. `in_window` is the look of other elements in the
  // tile's window.
  template <class Show>
  void show_touched(const Matrix& matrix, Grid& grid, const Cell& in_window, const Show& show) const {
    const auto at = [&](std::size_t n) {
      show(static_cast<std::uint32_t>(n / matrix.columns), static_cast<std::uint32_t>(n % matrix.columns));
    };
    for (const TileWindow& window : frame_.windows)
      if (window.array == matrix.array)
        show_in(grid, window.row, window.column, window.rows, window.columns, in_window);
    footprint_[matrix.array].each_written([&](std::size_t n, std::uint8_t foot) {
      if (foot > 0) at(n);
    });
    if (frame_.elements.empty()) return;
    frame_.elements[matrix.array].each_written([&](std::size_t n, const ElementNow& now) {
      if (!(now == ElementNow{})) at(n);
    });
  }

  bool result(const Matrix& matrix) {
    const Ink ink = options_.beside ? Ink::other : Ink::c;
    Grid grid = grid_of(matrix, ink);
    if (merged_ == 1) grid.block_rows = covered_.y, grid.block_columns = covered_.x;
    const auto show = [&](std::uint32_t row, std::uint32_t column) {
      const std::size_t n = std::size_t{row} * matrix.columns + column;
      const bool in_focus = row >= block_row_ && row < block_row_ + covered_.y && column >= block_column_ &&
                            column < block_column_ + covered_.x;
      const ElementNow now = frame_.elements.empty() ? ElementNow{} : frame_.elements[matrix.array][n];
      put_cell(grid, row, column, result_cell(now, frame_.c()[n], ink, in_focus));
    };
    show_touched(matrix, grid, {}, show);
    frame_.c().each_written([&](std::size_t n, const CElement& element) {
      if (element.state != CElement::State::untouched)
        show(static_cast<std::uint32_t>(n / matrix.columns), static_cast<std::uint32_t>(n % matrix.columns));
    });
    const std::span<const std::uint32_t> spoiled = options_.spoiled_in(matrix.array);
    for (const std::uint32_t wrong : spoiled)
      if (merged_ > 1)
        show_in(grid, wrong / matrix.columns, wrong % matrix.columns, wrong_among_others);
      else
        mark_wrong(grid.cells[wrong], corner_.side(),
                   frame_.at_end || frame_.c()[wrong].state == CElement::State::stored);
    if (merged_ == 1)
      draw_wanted(
          picture_, matrix.array, corner_.side(), [&](std::uint32_t n) { return grid.cell_box(n); }, frame_, view_);
    const Numbers numbers = values_of(grid, [&](std::size_t n) {
      const CElement& element = frame_.c()[n];
      return element.state == CElement::State::untouched ? std::nullopt : std::optional(element.value());
    });
    picture_.grids.push_back(std::move(grid));
    return numbers == Numbers::rounded;
  }

  enum class Numbers : std::uint8_t { none, rounded, exact };

  // Writes numbers into cells if they are readable.
  template <class ValueOf>
  Numbers values_of(const Grid& grid, const ValueOf& value_of) {
    if (merged_ > 1) return Numbers::none;
    const Box cell = grid.cell_box(0);
    if (most_letter * cell.h < least_number_size(view_)) return Numbers::none;
    std::vector<std::optional<Value>> values;
    for (std::size_t n = 0; n < grid.cells.size(); ++n) values.push_back(value_of(n));
    const WidestNames widest = widest_names(scenery_, grid.first.array);
    const CellNames names = names_in_cells(values, false, cell.w, cell.h, view_, widest);
    if (names.size <= 0) return Numbers::none;
    for (std::uint32_t n = 0; n < grid.cells.size(); ++n)
      put_in_cell(picture_, grid.cell_box(n).inset(cell.h * 0.03F), names.names[n], names.size, grid.cells[n]);
    return names.is_rounded ? Numbers::rounded : Numbers::exact;
  }

  void title(const Matrix& matrix, const std::string& name, bool is_rounded) {
    const float text = view_.text, high = title_height * text;
    const bool is_c = name == "C";
    if (name == "B" && corner_.has_title_left) return title_left_of(matrix, is_rounded);
    const float above = (has_rulers() ? ruler + title_height : title_height) * text;
    const float most = (name == "A" ? corner_.c.x - 0.5F * text : corner_.right) - matrix.box.x;
    // The titles of A and C are below them, so that B and C are adjacent.
    const Box line{matrix.box.x, name == "B" ? matrix.box.y - above : corner_.titles,
                   std::min(std::max(matrix.box.w, 14 * text), most), high};
    const Ink ink = is_c && options_.beside ? Ink::other : ink_of(scenery_, matrix.array);
    put(picture_, {line.x, line.y, 1.3F * text, line.h}, name, 1.3F * text, ink, Face::bold);
    const std::string shape = fmt::format("{} × {}", matrix.rows, matrix.columns),
                      what = is_c ? said_of_c(matrix.array) : "global";
    const float room = line.w - 1.5F * text, size = 0.85F * text;
    put_first(
        picture_, {line.x + 1.5F * text, line.y, room, line.h},
        {shape + ", " + what + (is_rounded ? ", rounded" : ""), shape + ", " + what, is_c ? what : shape, shape, ""},
        size, Ink::dim);
  }

  void title_left_of(const Matrix& matrix, bool is_rounded) {
    const float text = view_.text, size = 0.85F * text, letter = 1.5F * text;
    const std::string shape = fmt::format("{} × {}", matrix.rows, matrix.columns) + (is_rounded ? ", rounded" : "");
    const float most = corner_.free.w - letter;
    const std::string words = first_that_fits({shape + ", global", shape, ""}, most, size, Face::sans);
    const float wide = std::min(most, text_width(words, size, Face::sans) + 0.1F * text),
                gap = (has_rulers() ? 2 : 1.2F) * text;
    const Box line{matrix.box.x - gap - letter - wide, matrix.box.y, letter, title_height * text};
    put(picture_, line, "B", 1.3F * text, ink_of(scenery_, matrix.array), Face::bold);
    put(picture_, {line.right(), line.y, wide, line.h}, words, size, Ink::dim);
  }

  std::string said_of_c(std::uint8_t array) const {
    std::size_t stored = 0;
    frame_.c().each_written([&](std::size_t, const CElement& element) {
      if (element.state == CElement::State::stored) ++stored;
    });
    if (stored == 0) return "running sums";
    if (stored < frame_.c().size()) return fmt::format("{} stored", stored);
    const std::optional<std::size_t> wrong = options_.wrong_in(array);
    if (!wrong) return "all stored";
    return *wrong == 0 ? "all correct" : many(*wrong, "element") + " wrong";
  }

  bool has_rulers() const { return corner_.has_rulers; }

  void rulers(const Matrix& matrix) {
    if (!has_rulers()) return;
    const float size = 0.8F * view_.text, high = ruler * view_.text, wide = 1.2F * view_.text;
    for (std::uint32_t column = 0; column < matrix.columns; ++column) {
      const Box cell = part_of(matrix.box, 0, as_float(column));
      put(picture_, {cell.x, cell.y - high, cell.w, high}, std::to_string(column), size, Ink::faint, Face::sans,
          Align::center);
    }
    for (std::uint32_t row = 0; row < matrix.rows; ++row) {
      const Box cell = part_of(matrix.box, as_float(row), 0);
      put(picture_, {cell.x - 0.3F * view_.text - wide, cell.y, wide, cell.h}, std::to_string(row), size, Ink::faint,
          Face::sans, Align::right);
    }
  }

  // A rectangle of elements of a matrix.
  Box part_of(const Box& matrix, float row, float column, float rows = 1, float columns = 1) const {
    const float wide = &matrix == &corner_.a ? corner_.wide_a : corner_.cell.x, high = corner_.cell.y;
    return {matrix.x + wide * column, matrix.y + high * row, wide * columns, high * rows};
  }

  // The part of C that a block computes.
  Box block_in_c(std::size_t number) const {
    const std::size_t row = number / launch_.grid.x * covered_.y, column = number % launch_.grid.x * covered_.x;
    const float rows = std::min(as_float(covered_.y), as_float(scenery_.sides().m) - as_float(row));
    const float columns = std::min(as_float(covered_.x), as_float(scenery_.sides().n) - as_float(column));
    return part_of(corner_.c, as_float(row), as_float(column), rows, columns);
  }

  void windows() {
    const Box block = block_in_c(frame_.block);
    if (block.w <= 0 || block.h <= 0) return;
    const float width = std::max(2.0F, 0.16F * view_.text);
    // The frame is outside, so that lit cells inside keep their own frames.
    frame_in(picture_, seen(block).inset(-width), options_.beside ? Ink::other : Ink::c, width);
    if (options_.launch == 0)
      for (const std::uint32_t linked : view_.linked_blocks)
        if (linked != frame_.block && linked < launch_.grid.count())
          if (const Box other = block_in_c(linked); other.w > 0 && other.h > 0)
            frame_in(picture_, seen(other).inset(-2), Ink::text, 2);
    for (const TileWindow& window : frame_.windows) {
      const bool is_a = scenery_.arrays()[window.array].name == "A";
      const Box& grid = is_a ? corner_.a : corner_.b;
      const Box box = place_of(window, grid);
      const Ink ink = ink_of(scenery_, window.array);
      frame_in(picture_, seen(box).inset(-width), ink, width);
      overhang(window, box, grid, ink);
      const Point from = is_a ? Point{grid.right(), box.middle().y} : Point{box.middle().x, grid.bottom()};
      const Point to = is_a ? Point{corner_.c.x, from.y} : Point{from.x, corner_.c.y};
      picture_.lines.push_back({from, to, ink, 1.5F, true, false});
    }
  }

  // If elements are smaller than pixels, small boxes are enlarged.
  Box seen(const Box& box) const { return merged_ > 1 ? at_least(box, 6) : box; }

  // The window's place, on the way from the array's previous window while it slides.
  Box place_of(const TileWindow& window, const Box& grid) const {
    const auto box_of = [&](const TileWindow& of) {
      return part_of(grid, as_float(of.row), as_float(of.column), as_float(of.rows), as_float(of.columns));
    };
    const Box to = box_of(window);
    if (options_.slide == nullptr) return to;
    for (const TileWindow& was : options_.slide->from) {
      if (was.array != window.array) continue;
      const Box from = box_of(was);
      const float part = options_.slide->part, eased = part * part * (3 - 2 * part);
      const auto between = [&](float a, float b) { return a + (b - a) * eased; };
      return {between(from.x, to.x), between(from.y, to.y), between(from.w, to.w), between(from.h, to.h)};
    }
    return to;
  }

  // The part of the tile outside the matrix, where there is nothing to load.
  void overhang(const TileWindow& window, const Box& box, const Box& grid, Ink ink) {
    for (std::uint8_t array = 0; array < scenery_.arrays().size(); ++array) {
      const ArrayInfo& tile = scenery_.arrays()[array];
      if (tile.space != Space::shared || tile.sides.size() != 2 || scenery_.source_of(array) != window.array) continue;
      const Box whole = part_of(grid, 0, 0, as_float(tile.sides[0]), as_float(tile.sides[1]));
      const float w = whole.w, h = whole.h, right = box.x + w, bottom = box.y + h;
      const bool is_a = &grid == &corner_.a;
      const float rightmost = is_a ? corner_.c.x - 0.2F * view_.text : corner_.right;
      const float lowest = is_a ? corner_.titles + 1 : corner_.c.y;
      const bool is_wider = right > grid.right() + 1 && right < rightmost;
      const bool is_higher = bottom > grid.bottom() + 1 && bottom < lowest;
      const float thin = std::max(1.5F, 0.1F * view_.text);
      if (is_wider)
        picture_.frames.push_back({{grid.right(), box.y, right - grid.right(), std::min(h, grid.bottom() - box.y)},
                                   Ink::none,
                                   ink,
                                   thin,
                                   0,
                                   1,
                                   Mark::cross});
      if (is_higher)
        picture_.frames.push_back({{box.x, grid.bottom(), std::min(w, grid.right() - box.x), bottom - grid.bottom()},
                                   Ink::none,
                                   ink,
                                   thin,
                                   0,
                                   1,
                                   Mark::cross});
      return;
    }
  }

  // The box of a matrix; null for other arrays.
  const Box* box_of(std::uint8_t array) const {
    if (array >= scenery_.arrays().size()) return nullptr;
    const ArrayInfo& info = scenery_.arrays()[array];
    if (info.space != Space::global || info.sides.size() != 2) return nullptr;
    return info.name == "A" ? &corner_.a : info.name == "B" ? &corner_.b : &corner_.c;
  }

  Box box_of(const Box& matrix, ElementOf of) const {
    const auto columns = static_cast<std::uint32_t>(scenery_.arrays()[of.array].sides[1]);
    return part_of(matrix, as_float(of.element / columns), as_float(of.element % columns));
  }

  // Frames the element under the pointer or the selected one; for an element of C also its row of A and its column of
  // B.
  void selection() {
    if (const auto& of = options_.suspect; of && of->array < scenery_.arrays().size())
      if (const Box* const matrix = box_of(of->array);
          matrix != nullptr && of->element < scenery_.arrays()[of->array].elements())
        frame_in(picture_, seen(box_of(*matrix, *of)), Ink::bad, std::max(3.0F, 0.2F * view_.text));
    for (const Target& target : {view_.selected, view_.hovered}) {
      if (target.kind != Target::Kind::element || target.launch != options_.launch) continue;
      const Box* const matrix = box_of(target.array);
      if (matrix == nullptr) continue;
      const Box box = box_of(*matrix, {target.array, target.number});
      frame_in(picture_, seen(box), Ink::text, 2);
      if (matrix != &corner_.c) continue;
      frame_in(picture_, seen({corner_.a.x, box.y, corner_.a.w, box.h}), Ink::text, 1.5F);
      frame_in(picture_, seen({box.x, corner_.b.y, box.w, corner_.b.h}), Ink::text, 1.5F);
    }
  }

  Picture& picture_;
  const Corner& corner_;
  const Scenery& scenery_;
  const Frame& frame_;
  const StageOptions& options_;
  const View& view_;
  const Launch& launch_;
  const Size2 covered_;
  std::uint32_t block_row_ = 0, block_column_ = 0;
  const std::uint32_t merged_;                  // how many rows and columns of elements share a cell
  std::vector<Paged<std::uint8_t>> footprint_;  // 1: will be loaded, 2: is loaded, 3: also by the partner
};

// Fits the matrices into a room.
class FittedCorner {
 public:
  FittedCorner(const Scenery& scenery, Box room, const View& view, Point free_least, bool is_small, bool has_rulers,
               bool has_title_left = false)
      : room_(room),
        text_(view.text),
        free_least_(free_least),
        is_small_(is_small),
        has_rulers_(has_rulers),
        has_title_left_(has_title_left) {
    const reading::ProductSides sides = scenery.sides();
    m_ = as_float(sides.m), n_ = as_float(sides.n), k_ = as_float(sides.k);
    const Launch& launch = scenery.launch();
    const Size2 covered = covered_by_block(launch);
    over_columns_ = overhang(as_float(std::int64_t{launch.grid.x} * covered.x), n_);
    over_rows_ = overhang(as_float(std::int64_t{launch.grid.y} * covered.y), m_);
    gap_ = {(has_rulers ? 2 : is_small ? 1 : 1.2F) * text_, (has_rulers ? ruler + 0.2F : 0.4F) * text_};
    if (launch.tile > 0 && sides.k % launch.tile != 0)
      gap_ = {std::max(gap_.x, overhang_gap.x * text_), std::max(gap_.y, overhang_gap.y * text_)};
    least_letter_ = least_number_size(view), easy_letter_ = easy_number_size(view);
    for (std::uint8_t array = 0; array < scenery.arrays().size(); ++array) {
      if (!scenery.is_global(array) || scenery.arrays()[array].sides.size() != 2) continue;
      const WidestNames names = widest_names(scenery, array);
      const bool is_a = scenery.arrays()[array].name == "A";
      float &wide = is_a ? number_in_a_ : number_, &rounded = is_a ? rounded_in_a_ : rounded_;
      wide = std::max(wide, names.brief + number_gap);
      rounded = std::max(rounded, names.rounded + number_gap);
    }
  }

  [[nodiscard]] Point least_with_numbers() const {
    return {gap_.x + k_ * std::ceil(rounded_in_a_ * least_letter_) +
                (n_ + over_columns_) * std::ceil(rounded_ * least_letter_),
            height_with(least_letter_)};
  }
  [[nodiscard]] float height_with(float letters) const {
    return above() + gap_.y + title_height * text_ + (k_ + m_ + over_rows_) * std::ceil(letters / most_letter);
  }

  [[nodiscard]] Corner corner() const {
    const float head = above(), foot = title_height * text_, side = has_rulers_ ? 1.6F * text_ : 0;
    const float w = room_.w - side - gap_.x, h = room_.h - head - gap_.y - foot;
    Corner corner;
    const float high = height_of_cells(h);
    give_widths(corner, w, high);
    corner.cell.y = in_pixels(std::min(high, std::max(corner.cell.x, corner.wide_a)));
    corner.right = room_.right();
    corner.has_rulers = has_rulers_;
    corner.has_title_left = has_title_left_;
    const float left = std::max(corner.wide_a * k_, free_least_.x);
    const float top = std::max(corner.cell.y * k_, free_least_.y - head);
    // Unused room is distributed to all sides.
    const float x = room_.x + side + std::max(0.0F, (w - left - corner.cell.x * (n_ + over_columns_)) / 2);
    const float y = room_.y + (is_small_ ? 0 : std::max(0.0F, (h - top - corner.cell.y * (m_ + over_rows_)) / 2));
    corner.b = {x + left + gap_.x, y + head + top - corner.cell.y * k_, corner.cell.x * n_, corner.cell.y * k_};
    corner.c = {corner.b.x, y + head + top + gap_.y, corner.cell.x * n_, corner.cell.y * m_};
    corner.titles = corner.c.bottom() + corner.cell.y * over_rows_;
    corner.a = {x + left - corner.wide_a * k_, corner.c.y, corner.wide_a * k_, corner.c.h};
    corner.free = {x - side, y, left + side, head + top};
    return corner;
  }

 private:
  // The free part of the last blocks' tiles, in elements, if it is not too large.
  [[nodiscard]] static float overhang(float covered, float side) {
    const float over = covered - side;
    return over > 0 && 4 * over <= side ? over : 0;
  }
  [[nodiscard]] float above() const {
    return ((has_title_left_ ? 0 : title_height) + (has_rulers_ ? ruler : 0)) * text_;
  }
  [[nodiscard]] static float in_pixels(float side) { return side >= 8 ? std::floor(side) : std::max(side, 1e-4F); }

  [[nodiscard]] float height_of_cells(float h) const {
    const float rows = m_ + over_rows_, free = free_least_.y - above();
    const float high = std::min(h / (k_ + rows), highest_element * text_);
    return high * k_ < free ? std::min(high, (h - free) / rows) : high;
  }

  void give_widths(Corner& corner, float w, float high) const {
    const float all = n_ + over_columns_, most = widest_element * high;
    const float least = std::ceil(number_ * least_letter_), highest_letter = most_letter * high;
    const bool has_numbers = highest_letter >= least_letter_ && !is_small_;
    float wide = std::min(w / (k_ + all), has_numbers ? std::max(most, least) : most);
    if (wide * k_ < free_least_.x) wide = std::min(wide, (w - free_least_.x) / all);
    float wide_a = wide;
    // C's numbers get width that A's do not need, for letters as large as they need to be.
    constexpr float step = 0.5F;
    for (float letter = easy_letter_; has_numbers && letter >= least_letter_; letter -= step) {
      if (letter > std::max(highest_letter, least_letter_)) continue;
      const float wanted = std::ceil(number_ * letter);
      if (wide >= wanted) break;
      const float least_a = std::max(std::ceil(number_in_a_ * letter) * k_, free_least_.x);
      const bool is_last = letter < least_letter_ + step;  // wider cells help some numbers even if not all fit
      const float wider = is_last ? std::min(wanted, (w - least_a) / all) : wanted;
      if (wider <= wide || wider * all + least_a > w + 0.01F) continue;
      wide = wider, wide_a = std::min(wide_a, (w - wide * all) / k_);
      break;
    }
    corner.cell.x = in_pixels(wide);
    corner.wide_a = in_pixels(wide_a);
  }

  const Box room_;
  const float text_;
  const Point free_least_;
  const bool is_small_, has_rulers_, has_title_left_;
  float m_ = 0, n_ = 0, k_ = 0, over_columns_ = 0, over_rows_ = 0;
  Point gap_;                                 // between A and C, and between B and C
  float least_letter_ = 0, easy_letter_ = 0;  // of numbers
  float number_ = 0, number_in_a_ = 0;        // the widths of cells with numbers, in units of the letter size
  float rounded_ = 0, rounded_in_a_ = 0;      // the same if fractions have one decimal
};

}  // namespace

Corner fit_corner(const Scenery& scenery, Box room, const View& view, Point free_least, bool is_small,
                  bool saves_height) {
  const auto fit = [&](bool has_rulers) {
    if (saves_height && !is_small && free_least.x <= 0)
      if (const Corner titled = FittedCorner(scenery, room, view, free_least, is_small, has_rulers, true).corner();
          titled.free.w >= title_wide * view.text)
        return titled;
    return FittedCorner(scenery, room, view, free_least, is_small, has_rulers).corner();
  };
  const float least = (view.is_for_a_class() ? least_ruled_for_a_class : least_ruled) * view.text;
  if (!is_small && (view.is_for_a_class() || !saves_height))
    if (const Corner ruled = fit(true); ruled.side() >= least) return ruled;
  return fit(false);
}

Point matrices_with_numbers(const Scenery& scenery, const View& view) {
  return FittedCorner(scenery, {}, view, {}, false, false).least_with_numbers();
}

float height_with_numbers(const Scenery& scenery, const View& view, float size) {
  return FittedCorner(scenery, {}, view, {}, false, false, true).height_with(size);
}

float number_size_in(const Corner& corner, const Scenery& scenery, const View& view) {
  float size = 1e9F;
  for (std::uint8_t array = 0; array < scenery.arrays().size(); ++array) {
    if (!scenery.is_global(array) || scenery.arrays()[array].sides.size() != 2) continue;
    const float wide = scenery.arrays()[array].name == "A" ? corner.wide_a : corner.cell.x;
    size = std::min(size, size_in_cell({wide, corner.cell.y}, widest_names(scenery, array).brief, share_of_cell, view));
  }
  return size;
}

void draw_matrices(Picture& picture, const Corner& corner, const Frame& frame, const StageOptions& options,
                   const View& view) {
  Matrices(picture, corner, frame, options, view).draw();
}

}  // namespace tilescope
