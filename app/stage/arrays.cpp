// The stage of kernels that are not matrix products: the global arrays, laid out like words on lines, as large as the
// room allows. Read arrays come first, then written arrays, then constants.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "app/stage/array_values.h"
#include "app/stage/atomics.h"
#include "app/stage/corner.h"
#include "app/stage/fit_arrays.h"
#include "app/stage/marks.h"
#include "app/stage/merged.h"
#include "app/stage/outline.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float head_height = 1.7F;  // of an array's title, in units of the text size
constexpr float index_high = 0.95F;  // of numbers above columns
constexpr float index_size = 0.8F;
constexpr float widest_title = 15;
constexpr std::string_view running_sums = "running sums";
constexpr std::int64_t most_slices = 8;  // of a volume, side by side

enum class Role : std::uint8_t { input, output, constant };

// An array, or a slice of a volume.
struct Piece {
  std::uint8_t array = 0;
  std::uint32_t first = 0, elements = 0;  // in elements of the array
  std::int64_t slice = -1;                // -1: the whole array
};

class Arrays {
 public:
  Arrays(Picture& picture, const Frame& frame, const StageOptions& options, const View& view)
      : picture_(picture), scenery_(*frame.scenery), frame_(frame), options_(options), view_(view) {}

  void draw(Box room) {
    const std::vector<Piece> pieces = shown();
    std::vector<ArrayToFit> wanted;
    for (const Piece& piece : pieces) wanted.push_back(wanted_for(piece, pieces, room));
    const std::vector<FittedArray> fitted = fit_arrays(wanted, room, view_.text);
    for (std::size_t n = 0; n < fitted.size(); ++n) {
      indices(pieces[n], fitted[n]);
      const bool is_shaded = cells(pieces[n], fitted[n]);
      title(pieces[n], fitted[n], room, is_shaded);
    }
  }

 private:
  [[nodiscard]] const ArrayInfo& info_of(std::uint8_t array) const { return scenery_.arrays()[array]; }
  [[nodiscard]] const ArrayInfo& info(const Piece& piece) const { return info_of(piece.array); }

  [[nodiscard]] Role role_of(std::uint8_t array) const {
    if (scenery_.is_written(array)) return Role::output;
    return scenery_.arrays()[array].is_constant ? Role::constant : Role::input;
  }

  [[nodiscard]] std::vector<Piece> shown() const {
    std::vector<Piece> all;
    for (const Role role : {Role::input, Role::output, Role::constant})
      for (std::uint8_t array = 0; array < scenery_.arrays().size(); ++array) {
        const ArrayInfo& of = scenery_.arrays()[array];
        if (!scenery_.is_global(array) || of.elements() <= 0 || role_of(array) != role) continue;
        const auto elements = static_cast<std::uint32_t>(of.elements());
        const std::int64_t slices = of.sides.size() == 3 ? of.sides[0] : 1;
        if (slices < 2 || slices > most_slices) {
          all.push_back({array, 0, elements, -1});
          continue;
        }
        const auto each = elements / static_cast<std::uint32_t>(slices);
        for (std::int64_t slice = 0; slice < slices; ++slice)
          all.push_back({array, each * static_cast<std::uint32_t>(slice), each, slice});
      }
    return all;
  }

  [[nodiscard]] std::uint32_t parts_of(const Piece& piece) const {
    return static_cast<std::uint32_t>(std::max<std::size_t>(info(piece).parts.size(), 1));
  }

  [[nodiscard]] ArrayToFit wanted_for(const Piece& piece, const std::vector<Piece>& pieces, Box room) const {
    const float text = view_.text;
    const ArrayInfo& of = info(piece);
    const bool is_named = has_columns(piece) && view_.width >= narrow * text;
    ArrayToFit wanted;
    wanted.elements = piece.elements;
    wanted.row = of.sides.size() >= 2 ? static_cast<std::uint32_t>(of.sides.back()) : 0;
    wanted.parts = parts_of(piece);
    wanted.aspect = aspect_of(scenery_, piece.array);
    const Point number = least_number_cell(scenery_, piece.array, view_);
    wanted.least_number_wide = number.x, wanted.least_number_high = number.y;
    wanted.above = (head_height + (is_named ? index_high : 0)) * text;
    const std::string last = widest_number(piece.elements);
    wanted.index_wide = view_.width < narrow * text ? 0 : text_width(last, index_size * text, Face::sans) + 0.4F * text;
    const float words = piece.slice <= 0
                            ? name_wide(of.name) + 1.05F * text_width(longest_words(piece), 0.85F * text, Face::sans)
                            : name_wide(slice_name(piece));
    wanted.least_wide = std::max(name_wide(piece.slice <= 0 ? of.name : slice_name(piece)),
                                 std::min({words + 0.3F * text, widest_title * text, room.w / 3 - text}));
    wanted.name_wide = name_wide(piece.slice <= 0 ? of.name : slice_name(piece));
    wanted.beyond = goes_astray(frame_, piece.array) ? cells_for_strays : 0;
    wanted.list_wide = list_cell_wide(frame_, room.w, view_);
    const std::size_t n = static_cast<std::size_t>(&piece - pieces.data());
    wanted.begins_line = n > 0 && role_of(pieces[n - 1].array) != role_of(piece.array);
    return wanted;
  }

  [[nodiscard]] bool has_columns(const Piece& piece) const {
    return info(piece).sides.size() >= 2 || parts_of(piece) > 1;
  }
  [[nodiscard]] float name_wide(const std::string& name) const {
    return text_width(name, 1.15F * view_.text, Face::bold) * 1.05F + 0.5F * view_.text;
  }
  [[nodiscard]] static std::string slice_name(const Piece& piece) { return fmt::format("z = {}", piece.slice); }

  // "8 × 32 of x, y": the sides, and the members of each element.
  [[nodiscard]] std::string shape_of(const Piece& piece) const {
    const ArrayInfo& of = info(piece);
    std::vector<std::int64_t> sides = of.sides;
    if (sides.empty()) return "";
    const std::uint32_t parts = parts_of(piece);
    sides.back() /= parts;
    if (sides.size() == 1 && sides[0] <= 1 && parts == 1) return "";
    return fmt::format("{}", fmt::join(sides, " × ")) + parts_name(piece);
  }
  // The same for a row beside other numbers: "264 elements".
  [[nodiscard]] std::string full_shape_of(const Piece& piece) const {
    const std::string shape = shape_of(piece);
    return shape.empty() || info(piece).sides.size() > 1 || parts_of(piece) > 1 ? shape : shape + " elements";
  }

  // The members of an element, " (x, y)", or their number.
  [[nodiscard]] std::string parts_name(const Piece& piece) const {
    const std::vector<std::string>& parts = info(piece).parts;
    if (parts.size() < 2) return "";
    const std::string names = fmt::format(" ({})", fmt::join(parts, ", "));
    return names.size() <= 16 ? names : fmt::format(" × {} members", parts.size());
  }

  [[nodiscard]] std::string_view role_word(std::uint8_t array) const {
    switch (role_of(array)) {
      case Role::input: return scenery_.is_read(array) ? "input" : "not used";
      case Role::constant: return "constant";
      case Role::output: break;
    }
    return scenery_.is_read(array) ? "input and output" : "output";
  }

  [[nodiscard]] std::string longest_words(const Piece& piece) const {
    const std::string shape = shape_of(piece), role(role_word(piece.array));
    const std::string stored =
        scenery_.is_written(piece.array) ? fmt::format(", {} stored", info(piece).elements()) : "";
    return (shape.empty() ? "" : shape + ", ") + role + left_before(piece.array) + stored;
  }

  void title(const Piece& piece, const FittedArray& fitted, Box room, bool is_shaded) {
    const float text = view_.text, high = head_height * text;
    const float left = fitted.place.x, y = fitted.place.y;
    const float most = std::min(room.right() - left, fitted.place.w);
    if (piece.slice > 0) {
      put(picture_, {left, y, most, high}, slice_name(piece), 0.95F * text, Ink::dim);
      return;
    }
    const std::string& name = info(piece).name;
    const float wide = std::min(name_wide(name) - 0.5F * text, most);
    put(picture_, {left, y, wide, high}, elided(name, wide, 1.15F * text, Face::bold), 1.15F * text,
        ink_of(scenery_, piece.array), Face::bold);
    const std::string shape = shape_of(piece), role(role_word(piece.array)), stored = stored_in(piece);
    const std::string full_shape = full_shape_of(piece), in_full = full_shape.empty() ? "" : full_shape + ", ";
    const std::string sides = shape.empty() ? "" : shape + ", ", before = left_before(piece.array);
    const std::string all = sides + role + (stored.empty() ? "" : ", " + stored);
    const std::string shades = is_shaded ? shade_words(piece.array) : "";
    const float x = left + wide + 0.5F * text;
    if (left + most - x < 2 * text) return;
    const Box room_left{x, y, left + most - x, high};
    if (any_wrong(piece.array) || stored == running_sums)  // only beside the first piece
      return put_first(
          picture_, room_left,
          {in_full + role + (stored.empty() ? "" : ", " + stored) + shades, all + shades, all, sides + stored, stored,
           stored == running_sums ? "sums so far" : shape, stored == running_sums ? "so far" : shape, shape, ""},
          0.85F * text, Ink::dim);
    put_first(
        picture_, room_left,
        {in_full + role + before + (stored.empty() ? "" : ", " + stored) + shades,
         sides + role + before + (stored.empty() ? "" : ", " + stored) + shades, all + shades, sides + role + before,
         all, sides + (stored.empty() ? role : stored), stored.empty() ? role : stored, shape, ""},
        0.85F * text, Ink::dim);
  }

  // The range of values behind the shading of cells without numbers: "; grey: 1 to 4096".
  [[nodiscard]] std::string shade_words(std::uint8_t array) const {
    const ValueRange& extent = scenery_.values_in(array);
    const auto named = [&](double value) { return value_name(value_from(info_of(array).number, value)); };
    return fmt::format("; grey: {} to {}", named(extent.least), named(extent.greatest));
  }

  // ", left by launch 1", for an array that threads read.
  [[nodiscard]] std::string left_before(std::uint8_t array) const {
    const std::vector<Buffer>& buffers = scenery_.launch().buffers;
    const bool is_left = array < buffers.size() && buffers[array].is_left_by_another();
    return is_left && scenery_.is_read(array) ? ", " + buffers[array].fill : "";
  }

  [[nodiscard]] std::optional<std::size_t> wrong_in_the_end(std::uint8_t array) const {
    return frame_.at_end ? options_.wrong_in(array) : std::nullopt;
  }
  [[nodiscard]] bool any_wrong(std::uint8_t array) const { return wrong_in_the_end(array).value_or(0) > 0; }

  [[nodiscard]] std::string stored_in(const Piece& piece) const {
    if (!scenery_.is_written(piece.array)) return "";
    std::size_t stored = 0, sums = 0;
    frame_.written[piece.array].each_written([&](std::size_t, const CElement& element) {
      if (element.state == CElement::State::stored) ++stored;
      if (element.state == CElement::State::summing) ++sums;
    });
    const std::optional<std::size_t> wrong = wrong_in_the_end(piece.array);
    if (!wrong && sums > 0 && stored == 0) return std::string(running_sums);
    if (!wrong) return fmt::format("{}{} stored", sums > 0 ? "running sums, " : "", count_name(stored));
    return *wrong == 0 ? count_name(stored) + " stored, all correct"
                       : part_name(*wrong, info(piece).elements()) + " wrong";
  }

  // Each row begins with its index, or with the index of its first element if the array is one long row. Columns have
  // numbers or the names of vector members above. As many as fit.
  void indices(const Piece& piece, const FittedArray& fitted) {
    if (view_.width < narrow * view_.text) return;
    const auto row = static_cast<std::uint32_t>(info(piece).sides.size() >= 2 ? info(piece).sides.back() : 0);
    if (fitted.box.x > fitted.place.x) index_rows(piece, fitted, row);
    if (parts_of(piece) > 1)
      name_parts(piece, fitted);
    else if (row > 0)
      index_columns(fitted, row);
  }

  // The widest index of a column or of a further row.
  [[nodiscard]] static std::string widest_number(std::uint32_t count) {
    return std::string(std::to_string(std::max(count, 1U) - 1).size(), '4');
  }

  // If not all numbers fit, every second, fourth and so on is shown.
  [[nodiscard]] static std::uint32_t every(float cell, float wanted) {
    std::uint32_t step = 1;
    while (cell * static_cast<float>(step) < wanted && step < 1U << 20) step *= 2;
    return step;
  }

  void index_rows(const Piece& piece, const FittedArray& fitted, std::uint32_t row) {
    const float line = index_high * view_.text, wide = fitted.box.x - fitted.place.x - 0.3F * view_.text;
    const std::uint32_t lines = row > fitted.columns ? row / fitted.columns : 1;  // the lines that a row wraps to
    const std::uint32_t step = lines * every(fitted.cell_high * static_cast<float>(lines), 1.05F * line);
    for (std::uint32_t n = 0; n < fitted.rows; n += step) {
      const std::uint64_t element = std::uint64_t{n} * fitted.columns;
      const float middle = fitted.box.y + fitted.cell_high * (static_cast<float>(n) + 0.5F);
      const float y = std::max(middle - line / 2, fitted.box.y - 0.25F * line);
      put(picture_, {fitted.place.x, y, wide, line},
          std::to_string(row > 0 ? element / row : element / parts_of(piece)), index_size * view_.text, Ink::faint,
          Face::sans, Align::right);
    }
  }

  void index_columns(const FittedArray& fitted, std::uint32_t row) {
    const float text = view_.text, size = index_size * text, high = index_high * text;
    const float widest = text_width(widest_number(row), size, Face::sans) + 0.1F * text;
    const std::uint32_t shown = std::min(row, fitted.columns), step = every(fitted.cell_wide, widest + 0.5F * text);
    for (std::uint32_t first = 0; first + shown <= fitted.columns; first += shown)
      for (std::uint32_t n = 0; n < shown; n += step) {
        const float middle = fitted.box.x + fitted.cell_wide * (static_cast<float>(first + n) + 0.5F);
        if (middle + widest / 2 > fitted.place.right() + 0.5F) break;
        put(picture_, {std::max(middle - widest / 2, fitted.box.x - 0.3F * text), fitted.box.y - high, widest, high},
            std::to_string(n), size, Ink::faint, Face::sans, Align::center);
        if (fitted.cell_wide * static_cast<float>(shown) < widest + 0.5F * text) return;
      }
  }

  void name_parts(const Piece& piece, const FittedArray& fitted) {
    const float text = view_.text, size = index_size * text, high = index_high * text;
    const std::vector<std::string>& parts = info(piece).parts;
    for (const std::string& name : parts)
      if (text_width(name, size, Face::sans) > fitted.cell_wide) return;
    for (std::uint32_t n = 0; n < fitted.columns; ++n) {
      const std::string& name = parts[n % parts.size()];
      const float x = fitted.box.x + fitted.cell_wide * static_cast<float>(n);
      if (!name.empty())
        put(picture_, {x, fitted.box.y - high, fitted.cell_wide, high}, name, size, Ink::faint, Face::sans,
            Align::center);
    }
  }

  // Whether the value is final; a value that the kernel still has to replace is not crossed out.
  [[nodiscard]] bool is_left(std::uint8_t array, std::size_t element) const {
    const Paged<CElement>& written = frame_.written[array];
    return frame_.at_end || (!written.empty() && written[element].state == CElement::State::stored);
  }

  // Returns whether cells are shaded instead of showing numbers.
  bool cells(const Piece& piece, const FittedArray& fitted) {
    const bool is_written = scenery_.is_written(piece.array);
    const Ink ink = options_.beside && is_written ? Ink::other : ink_of(scenery_, piece.array);
    Grid grid;
    grid.box = fitted.box;
    lay_out(grid, fitted.rows, fitted.columns, merged_at(std::min(fitted.cell_wide, fitted.cell_high)),
            {ink, Mark::none, 0, false, false});
    grid.name = info(piece).name;
    grid.border = Ink::border;
    grid.first = target_of(options_, Target::Kind::element, piece.first, piece.array);
    if (grid.merged == 1)
      grid.block_columns = block_columns(piece, fitted), grid.block_rows = block_rows(piece, fitted);
    const auto show = [&](std::size_t element, const Cell& cell) {
      if (element < piece.first || element - piece.first >= piece.elements) return;
      const std::size_t n = element - piece.first;
      const auto row = static_cast<std::uint32_t>(n / fitted.columns),
                 column = static_cast<std::uint32_t>(n % fitted.columns);
      if (grid.merged > 1) return show_in(grid, row, column, cell);
      grid.cells[std::size_t{row} * grid.columns + column] = cell;
    };
    show_states(piece.array, ink, show);
    const std::vector<std::uint32_t> wrong = spoiled_in(piece);
    for (const std::uint32_t n : wrong)
      if (grid.merged > 1)
        show_in(grid, n / fitted.columns, n % fitted.columns, wrong_among_others);
      else
        mark_wrong(grid.cells[n], std::min(fitted.cell_wide, fitted.cell_high), is_left(piece.array, piece.first + n));
    const bool has_values = frame_.written.empty() || (grid.merged == 1 && values(piece, fitted, grid));
    const bool is_shaded = !has_values && shade_untouched(grid, scenery_.values_in(piece.array), [&](std::size_t n) {
      return n < piece.elements ? value_of(piece.array, piece.first + n) : std::nullopt;
    });
    put_rows(picture_, std::move(grid), piece.elements);
    outlines(piece, fitted);
    return is_shaded;
  }

  // After how many columns a stronger line marks the end of a vector, of one of several rows on a line, or of a wrapped
  // row.
  [[nodiscard]] std::uint32_t block_columns(const Piece& piece, const FittedArray& fitted) const {
    const auto row = static_cast<std::uint32_t>(info(piece).sides.size() >= 2 ? info(piece).sides.back() : 0);
    const std::uint32_t every = parts_of(piece) > 1 ? parts_of(piece) : row;
    return every > 1 && every < fitted.columns ? every : 0;
  }
  [[nodiscard]] std::uint32_t block_rows(const Piece& piece, const FittedArray& fitted) const {
    const ArrayInfo& of = info(piece);
    if (of.sides.size() < 2) return 0;
    const auto row = static_cast<std::uint32_t>(of.sides.back());
    if (row > fitted.columns) return row / fitted.columns;
    return piece.slice < 0 && of.sides.size() == 3 && row == fitted.columns ? static_cast<std::uint32_t>(of.sides[1])
                                                                            : 0;
  }

  // The wrong elements, numbered from the piece's first element.
  [[nodiscard]] std::vector<std::uint32_t> spoiled_in(const Piece& piece) const {
    std::vector<std::uint32_t> all;
    for (const std::uint32_t element : options_.spoiled_in(piece.array))
      if (element >= piece.first && element - piece.first < piece.elements) all.push_back(element - piece.first);
    return all;
  }

  // What the selected thread loads, if threads do not store there, numbered from the piece's first element.
  [[nodiscard]] std::vector<std::uint32_t> needed_in(const Piece& piece) const {
    std::vector<std::uint32_t> all;
    if (scenery_.is_written(piece.array)) return all;
    for (const Footprint& load : frame_.footprint)
      if (load.array == piece.array && load.element >= piece.first && load.element - piece.first < piece.elements)
        all.push_back(load.element - piece.first);
    return all;
  }

  template <class Show>
  void show_states(std::uint8_t array, Ink ink, const Show& show) const {
    const bool is_written = scenery_.is_written(array);
    const auto marked = [&](std::size_t n, Cell cell) {
      if (is_no_number(array, n)) cell.ink = Ink::bad, cell.strength = std::max<std::uint8_t>(cell.strength, 150);
      show(n, cell);
    };
    if (is_written) {
      frame_.written[array].each_written([&](std::size_t n, const CElement& element) {
        if (element.state != CElement::State::untouched) marked(n, result_cell(now(array, n), element, ink, true));
      });
    } else {
      for (const Footprint& load : frame_.footprint)
        if (load.array == array)
          marked(load.element, input_cell(now(array, load.element), ink, false, true, frame_.has_loaded(load)));
    }
    if (frame_.elements.empty()) return;
    frame_.elements[array].each_written([&](std::size_t n, const ElementNow& at) {
      if (at == ElementNow{}) return;
      marked(n, is_written ? result_cell(at, frame_.written[array][n], ink, true)
                           : input_cell(at, ink, false, false, false));
    });
  }

  void outlines(const Piece& piece, const FittedArray& fitted) {
    const auto place = [&](std::uint8_t array, std::uint32_t element) -> std::optional<Box> {
      if (array != piece.array || element < piece.first || element - piece.first >= piece.elements) return std::nullopt;
      return fitted.box_of(element - piece.first);
    };
    draw_wanted(
        picture_, piece.array, std::min(fitted.cell_wide, fitted.cell_high),
        [&](std::uint32_t element) { return place(piece.array, element); }, frame_, view_);
    if (std::min(fitted.cell_wide, fitted.cell_high) >= marks::smallest_cell) {
      const std::vector<std::uint32_t> needed = needed_in(piece);
      draw_outline(picture_, fitted.box, fitted.rows, fitted.columns, needed, ink_of(scenery_, piece.array),
                   width_around_needed);
    }
    std::vector<std::uint32_t> linked;
    for (const std::uint32_t element : view_.linked_in(piece.array))
      if (place(piece.array, element)) linked.push_back(element - piece.first);
    if (options_.launch == 0) draw_outline(picture_, fitted.box, fitted.rows, fitted.columns, linked, Ink::text, 2);
    if (const auto& of = options_.suspect)
      if (const auto box = place(of->array, of->element))
        frame_in(picture_, *box, Ink::bad, std::max(3.0F, 0.2F * view_.text));
    for (const Target& target : {view_.selected, view_.hovered})
      if (target.kind == Target::Kind::element && target.launch == options_.launch)
        if (const auto box = place(target.array, target.number)) frame_in(picture_, *box, Ink::text, 2);
  }

  [[nodiscard]] ElementNow now(std::uint8_t array, std::size_t n) const {
    return frame_.elements.empty() ? ElementNow{} : frame_.elements[array][n];
  }

  [[nodiscard]] std::optional<Value> value_of(std::uint8_t array, std::size_t element) const {
    return value_now(frame_, {array, static_cast<std::uint32_t>(element)});
  }
  [[nodiscard]] bool is_no_number(std::uint8_t array, std::size_t element) const {
    const auto value = value_of(array, element);
    return value && (value->is_poison() || std::isnan(float{*value}));
  }

  // Returns whether the values fit.
  bool values(const Piece& piece, const FittedArray& fitted, const Grid& grid) {
    std::vector<std::optional<Value>> all;
    for (std::uint32_t n = 0; n < piece.elements; ++n) all.push_back(value_of(piece.array, piece.first + n));
    const CellNames names = names_in_cells(all, holds_text(scenery_, piece.array), fitted.cell_wide, fitted.cell_high,
                                           view_, widest_names(scenery_, piece.array));
    if (names.size <= 0) return false;
    for (std::uint32_t n = 0; n < piece.elements; ++n)
      put_in_cell(picture_, grid.cell_box(n).inset(fitted.cell_high * 0.03F), names.names[n], names.size,
                  grid.cells[n]);
    return true;
  }

  Picture& picture_;
  const Scenery& scenery_;
  const Frame& frame_;
  const StageOptions& options_;
  const View& view_;
};

}  // namespace

void draw_arrays(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view) {
  Arrays(picture, frame, options, view).draw(room);
}

}  // namespace tilescope
