#include "app/stage/fit_arrays.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tilescope {

namespace {

constexpr float largest_cell = 3.4F;  // in units of the text size
constexpr float smallest_cell = 0.02F;
constexpr float least_numbered = 1.35F;  // the least height of cells with readable wide numbers
constexpr float most_of_room = 0.6F;     // the share of the room that one array may use
constexpr float small_readable = 2.6F;   // a readable cell of a small array beside a large one
constexpr float small_part = 0.6F;       // the maximum size of a small array's square relative to the largest array's
constexpr float worth_words = 1.35F;     // cells larger by this factor outweigh words in titles
constexpr std::uint32_t short_row = 16;  // rows with at most this many elements may be side by side
constexpr std::uint32_t most_of_matrix = 3;  // rows per column: a higher matrix is a list of short rows
constexpr float least_of_matrix = 0.4F;      // above this cell size, a matrix keeps its rows below each other
constexpr std::uint32_t very_short = 8;      // rows this short may always be side by side
constexpr float widest_for_numbers = 3;  // the maximum width of a cell that is widened for its numbers, in cell heights
constexpr std::uint32_t long_row = 32;   // rows with this many elements may wrap

std::uint64_t divided_up(std::uint64_t number, std::uint64_t by) { return (number + by - 1) / by; }

// The largest doubling of `columns` that fits.
std::uint64_t doubled(std::uint64_t columns, std::uint64_t fits) {
  while (2 * columns <= fits) columns *= 2;
  return columns;
}

class Fitting {
 public:
  Fitting(const std::vector<ArrayToFit>& arrays, Box room, float text) : arrays_(arrays), room_(room), text_(text) {
    for (const ArrayToFit& array : arrays) most_elements_ = std::max(most_elements_, array.elements);
  }

  std::vector<FittedArray> best() {
    std::vector<FittedArray> arrays = best_sizes();
    for (std::size_t begin = 0, end = 0; begin < arrays.size(); begin = end) {
      while (end < arrays.size() && arrays[end].place.y == arrays[begin].place.y) ++end;
      widen_line(arrays, begin, end);
    }
    return arrays;
  }

 private:
  struct Try {
    float worth = 0;
    std::vector<FittedArray> arrays;
  };

  // The room that a line leaves free makes cells wider that are high enough for their numbers, but too narrow: a brief
  // form of the numbers may then fit.
  void widen_line(std::vector<FittedArray>& arrays, std::size_t begin, std::size_t end) const {
    float spare = std::max(0.0F, room_.right() - arrays[end - 1].place.right()), moved = 0;
    for (std::size_t n = begin; n < end; ++n) {
      const ArrayToFit& array = arrays_[n];
      FittedArray& fitted = arrays[n];
      fitted.place.x += moved, fitted.box.x += moved;
      if (is_single_row(array) || fitted.cell_high < array.least_number_high) continue;
      const float own = fitted.place.right() - fitted.box.right();  // below the words of its title
      const auto columns = static_cast<float>(fitted.columns);
      const float wanted = std::min(array.least_number_wide, widest_for_numbers * fitted.cell_high);
      const float more = std::min(std::ceil(wanted - fitted.cell_wide), std::floor((spare + own) / columns));
      if (more <= 0) continue;
      fitted.cell_wide += more;
      fitted.box.w += more * columns;
      const float taken = std::max(0.0F, more * columns - own);
      fitted.place.w += taken;
      spare -= taken, moved += taken;
    }
  }

  std::vector<FittedArray> best_sizes() {
    const Try titled = largest();
    if (std::none_of(arrays_.begin(), arrays_.end(), [](const ArrayToFit& array) { return array.name_wide > 0; }))
      return titled.arrays;
    // The words in titles matter less than much larger cells.
    names_alone_ = true;
    const Try named = largest();
    return named.worth > worth_words * titled.worth ? named.arrays : titled.arrays;
  }

  [[nodiscard]] Try largest() {
    const Try lines = largest(true), flowing = largest(false);
    return lines.worth >= 0.9F * flowing.worth ? lines : flowing;
  }

  // Tries the layouts: wide arrays take the whole width or are side by side, short rows are side by side until the
  // array is twice or half as high as wide, and cells are as wide as their numbers, with some air or with little, or
  // are not.
  [[nodiscard]] Try largest(bool in_lines) {
    Try best;
    for (const float for_numbers : {0.0F, 1.25F, 1.0F})
      for (const float most_high : {2.0F, 0.5F}) {
        if ((for_numbers > 0 && !has_wide_numbers()) || (most_high < 1 && !has_short_rows())) continue;
        for_numbers_ = for_numbers, most_high_ = most_high;
        for (const float beside : {1.0F, 2.0F, 3.0F})
          try_sizes(in_lines, (room_.w - (beside - 1) * gap()) / beside, best);
      }
    if (best.worth > 0) return best;
    best.arrays = laid_out(smallest_cell * text_, room_.w, in_lines);
    while (!best.arrays.empty() && !is_inside(best.arrays.back())) best.arrays.pop_back();
    return best;
  }
  // Otherwise cells with and without wide numbers are the same.
  [[nodiscard]] bool has_wide_numbers() const {
    return std::any_of(arrays_.begin(), arrays_.end(), [](const ArrayToFit& array) {
      return array.least_number_wide > array.aspect * array.least_number_high;
    });
  }
  [[nodiscard]] bool has_short_rows() const {
    return std::any_of(arrays_.begin(), arrays_.end(), [](const ArrayToFit& array) {
      return array.row > 0 && array.row <= very_short && array.elements > array.row;
    });
  }
  [[nodiscard]] static bool is_single_row(const ArrayToFit& array) { return is_short_list(array.row, array.elements); }
  void try_sizes(bool in_lines, float widest, Try& best) const {
    if (for_numbers_ > 0) try_size(just_readable(), in_lines, widest, best);
    for (float cell = largest_cell * text_; cell > smallest_cell * text_; cell *= 0.95F)
      if (try_size(cell, in_lines, widest, best) && 2 * cell < best.worth * text_)
        break;  // smaller cells are not better
  }
  // Returns whether all arrays fit.
  bool try_size(float cell, bool in_lines, float widest, Try& best) const {
    std::vector<FittedArray> arrays = laid_out(cell, widest, in_lines);
    if (!std::all_of(arrays.begin(), arrays.end(), [&](const FittedArray& array) { return is_inside(array); }))
      return false;
    const float worth = smallest_part(arrays) * (1 + part_readable(arrays));
    if (worth > 1.04F * best.worth) best = {worth, std::move(arrays)};
    return true;
  }
  // In whole pixels, as cells are.
  [[nodiscard]] float just_readable() const {
    float high = 0;
    for (const ArrayToFit& array : arrays_) high = std::max(high, array.least_number_high);
    return std::ceil(high);
  }
  // The share of arrays with readable numbers.
  [[nodiscard]] float part_readable(const std::vector<FittedArray>& arrays) const {
    const auto readable = std::count_if(arrays.begin(), arrays.end(), [&](const FittedArray& array) {
      const ArrayToFit& of = arrays_[static_cast<std::size_t>(&array - arrays.data())];
      return array.cell_wide >= of.least_number_wide && array.cell_high >= of.least_number_high;
    });
    return static_cast<float>(readable) / static_cast<float>(std::max<std::size_t>(arrays.size(), 1));
  }
  // The cell size relative to the possible size, for the worst array.
  [[nodiscard]] float smallest_part(const std::vector<FittedArray>& arrays) const {
    float part = 1;
    for (std::size_t n = 0; n < arrays.size(); ++n)
      part = std::min(part, arrays[n].cell_high / own_cell(arrays_[n], largest_cell * text_).first);
    return part;
  }
  [[nodiscard]] bool is_inside(const FittedArray& array) const {
    return array.place.bottom() <= room_.bottom() + 0.01F;
  }
  [[nodiscard]] float gap() const { return 1.4F * text_; }

  [[nodiscard]] std::vector<FittedArray> laid_out(float cell, float widest, bool in_lines) const {
    std::vector<FittedArray> all;
    float x = room_.x, y = room_.y, lowest = room_.y;
    for (const ArrayToFit& array : arrays_) {
      FittedArray fitted = shaped(array, cell, widest);
      const bool is_full = x > room_.x && x + fitted.place.w > room_.right() + 0.01F;
      if (is_full || (in_lines && array.begins_line && x > room_.x)) {
        x = room_.x;
        y = lowest + 0.5F * text_;
      }
      fitted.place.x += x, fitted.box.x += x;
      fitted.place.y += y, fitted.box.y += y;
      lowest = std::max(lowest, fitted.place.bottom());
      x = fitted.place.right() + gap();
      all.push_back(fitted);
    }
    return all;
  }

  // The height of a cell and its width relative to that. Large arrays have smaller cells; cells that are too small for
  // numbers need not be wide.
  [[nodiscard]] std::pair<float, float> own_cell(const ArrayToFit& array, float cell_of_all) const {
    const float cell = enlarged(array, cell_of_all);
    const float share = arrays_.size() > 1 ? most_of_room : 1;
    const auto elements = static_cast<float>(std::max<std::uint64_t>(array.elements, 1));
    const float most = std::sqrt(share * room_.w * room_.h / elements), wide = most / std::sqrt(array.aspect);
    if (std::min(cell, wide) >= least_numbered * text_) return {std::min(cell, wide), array.aspect};
    return {std::min({cell, most, std::max(wide, least_numbered * text_)}), 1.0F};
  }

  // A small array beside a large one has larger cells until they are readable: of a sum of many elements, readers want
  // to see the sum.
  [[nodiscard]] float enlarged(const ArrayToFit& array, float cell) const {
    const auto times =
        static_cast<float>(most_elements_) / static_cast<float>(std::max<std::uint64_t>(array.elements, 1));
    return std::max(cell, std::min(small_readable * text_, small_part * std::sqrt(times) * cell));
  }

  // The array's layout at the origin.
  [[nodiscard]] FittedArray shaped(const ArrayToFit& array, float cell, float widest) const {
    auto [own, aspect] = own_cell(array, cell);
    if (for_numbers_ > 0 && own >= array.least_number_high)
      aspect = std::max(aspect, std::min(widest_for_numbers, (for_numbers_ * array.least_number_wide + 1) / own));
    const bool is_short =
        is_single_row(array) || (array.row == 0 && static_cast<float>(array.elements) * own * aspect <= widest);
    const float beside = is_short || array.elements <= array.row ? 0 : array.index_wide;
    FittedArray fitted;
    fitted.columns = columns_of(array, own, aspect, widest - beside);
    fitted.rows = static_cast<std::uint32_t>(divided_up(array.elements, fitted.columns));
    const std::uint32_t all_columns = fitted.columns + (is_single_row(array) ? array.beyond : 0);
    const float wanted = is_single_row(array) && array.list_wide > 0 ? array.list_wide : own * aspect;
    fitted.cell_wide = std::min(wanted, (widest - beside) / static_cast<float>(all_columns));
    fitted.cell_high = std::min(own, fitted.cell_wide);
    if (fitted.cell_high >= 8)
      fitted.cell_wide = std::floor(fitted.cell_wide), fitted.cell_high = std::floor(fitted.cell_high);
    const float index = fitted.rows > 1 ? beside : 0;
    fitted.box = {index, array.above, fitted.cell_wide * static_cast<float>(fitted.columns),
                  fitted.cell_high * static_cast<float>(fitted.rows)};
    const float title = names_alone_ && array.name_wide > 0 ? array.name_wide : array.least_wide;
    const float right = fitted.box.x + fitted.cell_wide * static_cast<float>(all_columns);
    fitted.place = {0, 0, std::max(right, std::min(title, room_.w)), fitted.box.bottom() + array.below};
    return fitted;
  }

  // Rows follow the array's sides. Short rows are side by side if there would be too many of them, and long rows wrap
  // if there are few. Elements stay in order.
  [[nodiscard]] std::uint32_t columns_of(const ArrayToFit& array, float cell, float aspect, float widest) const {
    const auto fits = static_cast<std::uint64_t>(std::max(1.0F, widest / (cell * aspect)));
    const std::uint64_t all = std::max<std::uint64_t>(array.elements, 1);
    std::uint64_t columns = array.row;
    if (array.row == 0) {
      columns = all <= fits || is_single_row(array) ? all : std::min(all, doubled(array.parts, fits));
    } else if (columns > fits) {
      if (columns >= long_row && 4 * divided_up(all, columns) <= columns) columns = folded(array, fits);
    } else if (columns <= short_row) {
      const auto high = static_cast<std::uint64_t>(std::max(1.0F, (room_.h - array.above - array.below) / cell));
      // A nearly square matrix keeps its shape if its cells are visible.
      const bool is_square = divided_up(all, columns) <= most_of_matrix * columns;
      const bool is_list = array.row <= very_short && !is_square;
      const auto is_high = [&](std::uint64_t rows) {
        return (rows > high && (!is_square || cell < least_of_matrix * text_)) ||
               (is_list && static_cast<float>(rows) > most_high_ * static_cast<float>(columns));
      };
      while (is_high(divided_up(all, columns)) && 2 * columns <= fits) columns *= 2;
    }
    return static_cast<std::uint32_t>(columns);
  }

  // A divisor of the row's length, so that each row begins on a new line.
  static std::uint64_t folded(const ArrayToFit& array, std::uint64_t fits) {
    for (std::uint64_t lines = 2; lines <= array.row / 4; ++lines)
      if (array.row % lines == 0 && array.row / lines % array.parts == 0 && array.row / lines <= fits)
        return array.row / lines;
    return array.row;
  }

  const std::vector<ArrayToFit>& arrays_;
  const Box room_;
  const float text_;
  std::uint64_t most_elements_ = 1;
  // Of the layout being tried: the width of cells relative to their numbers', or 0.
  float for_numbers_ = 0, most_high_ = 2;
  bool names_alone_ = false;
};

}  // namespace

std::vector<FittedArray> fit_arrays(const std::vector<ArrayToFit>& arrays, Box room, float text) {
  if (arrays.empty() || room.is_empty()) return {};
  return Fitting(arrays, room, text).best();
}

void put_rows(Picture& picture, Grid grid, std::uint64_t elements) {
  const auto left = static_cast<std::uint32_t>(elements % grid.columns);
  if (left == 0 || grid.merged > 1 || grid.rows < 2) {
    picture.grids.push_back(std::move(grid));
    return;
  }
  Grid rest = grid;
  const float high = grid.box.h / static_cast<float>(grid.rows);
  const std::size_t before = std::size_t{grid.rows - 1} * grid.columns;
  rest.rows = 1;
  rest.columns = left;
  rest.block_rows = 0;
  rest.box = {grid.box.x, grid.box.bottom() - high,
              grid.box.w / static_cast<float>(grid.columns) * static_cast<float>(left), high};
  rest.cells.assign(grid.cells.begin() + static_cast<std::ptrdiff_t>(before),
                    grid.cells.begin() + static_cast<std::ptrdiff_t>(before + left));
  rest.first.number += static_cast<std::uint32_t>(before);
  rest.all_rows = 1, rest.all_columns = left;
  grid.cells.resize(before);
  --grid.rows;
  grid.all_rows = grid.rows;
  grid.box.h -= high;
  picture.grids.push_back(std::move(grid));
  picture.grids.push_back(std::move(rest));
}

}  // namespace tilescope
