// The stage of kernels that multiply no matrices: their global arrays, laid out like words on lines, as large as the
// room allows.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/stage/atomics.h"
#include "app/stage/corner.h"
#include "app/stage/marks.h"
#include "app/stage/merged.h"
#include "app/stage/outline.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float head_height = 1.7F;   // of an array's title, in sizes of the text
constexpr float least_wide = 7.5F;    // room for its name
constexpr float largest_cell = 3.4F;  // likewise
constexpr float most_of_room = 0.6F;  // that one array may take, where there are others

// An array as rows and columns of cells.
struct Laid {
  std::uint8_t array = 0;
  std::uint32_t rows = 1, columns = 1;  // of elements
  float cell = 0;
  Box box;  // of its cells
};

class Arrays {
 public:
  Arrays(Picture& picture, const Frame& frame, const StageOptions& options, const View& view)
      : picture_(picture), scenery_(*frame.scenery), frame_(frame), options_(options), view_(view) {}

  void draw(Box room) {
    for (const Laid& laid : fit(room)) {
      title(laid, room);
      cells(laid);
    }
  }

 private:
  [[nodiscard]] std::vector<std::uint8_t> shown() const {
    std::vector<std::uint8_t> all;
    for (std::uint8_t array = 0; array < scenery_.arrays().size(); ++array)
      if (scenery_.is_global(array) && scenery_.arrays()[array].elements() > 0) all.push_back(array);
    return all;
  }

  // Rows and columns as its sides say: volumes slice below slice, and what is one long row as many that fit.
  [[nodiscard]] Laid shape_of(std::uint8_t array, float wide, float cell) const {
    const ArrayInfo& info = scenery_.arrays()[array];
    const auto elements = static_cast<std::uint64_t>(info.elements());
    const auto fits = static_cast<std::uint64_t>(std::max(1.0F, wide / cell));
    std::uint64_t columns = info.sides.size() >= 2 ? static_cast<std::uint64_t>(info.sides.back()) : elements;
    if (info.sides.size() < 2 && columns > fits) {
      columns = 1;
      while (2 * columns <= fits) columns *= 2;
    }
    return {array,
            static_cast<std::uint32_t>((elements + columns - 1) / columns),
            static_cast<std::uint32_t>(columns),
            cell,
            {}};
  }

  [[nodiscard]] std::vector<Laid> fit(Box room) const {
    const std::vector<std::uint8_t> arrays = shown();
    const float text = view_.text;
    for (float cell = largest_cell * text;; cell *= 0.93F) {
      std::vector<Laid> all = laid_out(arrays, room, cell);
      if (cell < 0.02F * text || all.empty() || lowest(all) <= room.bottom()) return all;
    }
  }
  static float lowest(const std::vector<Laid>& all) {
    float bottom = 0;
    for (const Laid& laid : all) bottom = std::max(bottom, laid.box.bottom());
    return bottom;
  }

  // From left to right, and below where a line is full. A large array has smaller cells than others.
  [[nodiscard]] std::vector<Laid> laid_out(const std::vector<std::uint8_t>& arrays, Box room, float cell) const {
    const float text = view_.text, gap = 1.4F * text, head = head_height * text;
    std::vector<Laid> all;
    float x = room.x, y = room.y, lowest = 0;
    for (const std::uint8_t array : arrays) {
      const auto elements = static_cast<float>(scenery_.arrays()[array].elements());
      const float share = arrays.size() > 1 ? most_of_room : 1;
      const float own = std::min(cell, std::sqrt(share * room.w * room.h / elements));
      Laid laid = shape_of(array, room.w, own);
      laid.cell = std::min(own, room.w / static_cast<float>(laid.columns));
      if (laid.cell >= 8) laid.cell = std::floor(laid.cell);
      const float w = laid.cell * static_cast<float>(laid.columns), h = laid.cell * static_cast<float>(laid.rows);
      if (x > room.x && x + std::max(w, least_wide * text) > room.right()) {
        x = room.x;
        y = lowest + 0.5F * text;
      }
      laid.box = {x, y + head, w, h};
      lowest = std::max(lowest, laid.box.bottom());
      x += std::max(w, least_wide * text) + gap;
      all.push_back(laid);
    }
    return all;
  }

  void title(const Laid& laid, Box room) {
    const float text = view_.text;
    const ArrayInfo& info = scenery_.arrays()[laid.array];
    const float wide = text_width(info.name, 1.15F * text, Face::bold) * 1.05F;
    const float y = laid.box.y - head_height * text,
                most = std::min(room.right() - laid.box.x, std::max(laid.box.w, least_wide * text));
    put(picture_, {laid.box.x, y, std::min(wide, most), head_height * text}, info.name, 1.15F * text,
        ink_of(scenery_, laid.array), Face::bold);
    const std::string shape = info.sides.size() > 1 || info.sides.empty() || info.sides[0] > 1
                                  ? fmt::format("{}", fmt::join(info.sides, " × "))
                                  : "";
    const std::string state = said_of(laid.array);
    const float x = laid.box.x + wide + 0.5F * text;
    const std::string both = shape.empty() ? state : fmt::format("{}, {}", shape, state);
    put_first(picture_, {x, y, laid.box.x + most - x, head_height * text}, {both, shape, ""}, 0.85F * text, Ink::dim);
  }

  [[nodiscard]] std::string said_of(std::uint8_t array) const {
    if (!scenery_.is_written(array)) return "only read";
    std::size_t stored = 0;
    frame_.written[array].each_written([&](std::size_t, const CElement& element) {
      if (element.state == CElement::State::stored) ++stored;
    });
    return fmt::format("{} stored", stored);
  }

  void cells(const Laid& laid) {
    const bool is_written = scenery_.is_written(laid.array);
    const Ink ink = options_.beside && is_written ? Ink::other : ink_of(scenery_, laid.array);
    const auto elements = static_cast<std::uint32_t>(scenery_.arrays()[laid.array].elements());
    Grid grid;
    grid.box = laid.box;
    const std::uint32_t merged = merged_at(laid.cell);
    lay_out(grid, laid.rows, laid.columns, merged, {ink, Mark::none, 0, false, false});
    grid.name = scenery_.arrays()[laid.array].name;
    grid.border = Ink::border;
    grid.first = target_of(options_, Target::Kind::element, 0, laid.array);
    const auto show = [&](std::size_t n, const Cell& cell) {
      const auto row = static_cast<std::uint32_t>(n / laid.columns),
                 column = static_cast<std::uint32_t>(n % laid.columns);
      if (merged > 1) return show_in(grid, row, column, cell);
      grid.cells[std::size_t{row} * grid.columns + column] = cell;
    };
    if (is_written) {
      frame_.written[laid.array].each_written([&](std::size_t n, const CElement& element) {
        if (element.state != CElement::State::untouched) show(n, result_cell(now(laid.array, n), element, ink, true));
      });
    } else {
      for (const Footprint& load : frame_.footprint)
        if (load.array == laid.array)
          show(load.element, input_cell(now(laid.array, load.element), ink, false, true, frame_.has_loaded(load)));
    }
    if (!frame_.elements.empty())
      frame_.elements[laid.array].each_written([&](std::size_t n, const ElementNow& at) {
        if (at == ElementNow{}) return;
        show(n, is_written ? result_cell(at, frame_.written[laid.array][n], ink, true)
                           : input_cell(at, ink, false, false, false));
      });
    if (merged == 1) values(laid, grid, elements);
    picture_.grids.push_back(std::move(grid));
    if (merged == 1)
      draw_wanted(
          picture_, laid.array, laid.cell, [&](std::uint32_t element) { return box_of(laid, element); }, frame_, view_);
    if (options_.launch == 0)
      draw_outline(picture_, laid.box, laid.rows, laid.columns, view_.linked_in(laid.array), Ink::text, 2);
    if (const auto& of = options_.suspect; of && of->array == laid.array && of->element < elements)
      frame_in(picture_, box_of(laid, of->element), Ink::bad, std::max(3.0F, 0.2F * view_.text));
    for (const Target& target : {view_.selected, view_.hovered})
      if (target.kind == Target::Kind::element && target.launch == options_.launch && target.array == laid.array &&
          target.number < elements)
        frame_in(picture_, box_of(laid, target.number), Ink::text, 2);
  }

  [[nodiscard]] ElementNow now(std::uint8_t array, std::size_t n) const {
    return frame_.elements.empty() ? ElementNow{} : frame_.elements[array][n];
  }
  [[nodiscard]] static Box box_of(const Laid& laid, std::uint32_t element) {
    return {laid.box.x + laid.cell * static_cast<float>(element % laid.columns),
            laid.box.y + laid.cell * static_cast<float>(element / laid.columns), laid.cell, laid.cell};
  }

  // What an element holds now; of one that the launch finds empty and nobody wrote to, nothing.
  [[nodiscard]] std::string value_of(std::uint8_t array, std::uint32_t element) const {
    const Paged<CElement>& written = frame_.written[array];
    if (!written.empty() && written[element].state != CElement::State::untouched)
      return value_name(written[element].value());
    const double given = scenery_.given(array, element);
    return given == 0 && !written.empty() ? "·" : value_name(static_cast<float>(given));
  }

  void values(const Laid& laid, Grid& grid, std::uint32_t elements) {
    if (laid.cell < 1.1F * view_.text || frame_.written.empty()) return;
    std::vector<std::string> names;
    float widest = 0;
    for (std::uint32_t n = 0; n < elements; ++n) {
      names.push_back(value_of(laid.array, n));
      widest = std::max(widest, text_width(names.back(), 1, Face::sans));
    }
    const float size = size_in_cell(laid.cell, widest, 0.46F, view_);
    if (size <= 0) return;
    for (std::uint32_t n = 0; n < elements; ++n)
      put(picture_, grid.cell_box(n).inset(laid.cell * 0.03F), names[n], size,
          grid.cells[n].strength > 140 ? Ink::on_ink : Ink::text, Face::sans, Align::center);
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
